/* The class Writer: what _encode.py and the functions of types see of it. */
#include "writer.h"

#ifndef Py_GIL_DISABLED
static PyObject *spare;
#endif

static int flag_of(PyObject *options, const char *name, bool *flag) {
    PyObject *value = PyObject_GetAttrString(options, name);
    int truth = value == NULL ? -1 : PyObject_IsTrue(value);
    Py_XDECREF(value);
    *flag = truth > 0;
    return truth < 0 ? -1 : 0;
}

static int number_of(PyObject *options, const char *name, int64_t most, int64_t *number) {
    PyObject *value = PyObject_GetAttrString(options, name);
    if (value == NULL) return -1;
    int over = 0;
    long long n = PyLong_AsLongLongAndOverflow(value, &over);
    Py_DECREF(value);
    *number = over > 0 || n > most ? most : over < 0 ? INT64_MIN / 4 : n;
    return PyErr_Occurred() ? -1 : 0;
}

/* Takes what the walk asks often out of the options. */
static int take_options(Writer *w) {
    w->depth = 512;
    w->min_table_rows = 5;
    if (w->options == core.encoding) return 0;
    int64_t rows;
    w->default_of = PyObject_GetAttrString(w->options, "default");
    if (w->default_of == NULL || number_of(w->options, "min_table_rows", PY_SSIZE_T_MAX, &rows) < 0) return -1;
    w->min_table_rows = rows < 1 ? 1 : (Py_ssize_t)rows;
    if (number_of(w->options, "max_depth", 100000, &w->depth) < 0) return -1;
    if (flag_of(w->options, "extended", &w->extended) < 0 || flag_of(w->options, "aligned", &w->aligned) < 0) return -1;
    if (flag_of(w->options, "sort_keys", &w->sort_keys) < 0) return -1;
    return flag_of(w->options, "typed_lists", &w->typed_lists);
}

/* Makes a writer whose output begins at that position of a stream. */
Writer *new_writer(PyObject *options, Py_ssize_t position) {
    Writer *w = NEW_OBJECT(Writer, &WriterType, spare);
    if (w == NULL) return NULL;
    memset((char *)w + sizeof(PyObject), 0, offsetof(Writer, first_frames) - sizeof(PyObject));
    w->options = Py_NewRef(options);
    w->position = position;
    w->out = w->at = w->first;
    w->limit = w->first + sizeof w->first;
    w->frames = w->first_frames;
    w->frame_capacity = sizeof w->first_frames / sizeof *w->first_frames;
    if (take_options(w) < 0) {
        Py_DECREF(w);
        return NULL;
    }
    return w;
}

static PyObject *writer_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"options", "position", NULL};
    PyObject *options;
    Py_ssize_t position = 0;
    (void)type;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|n", names, &options, &position)) return NULL;
    return (PyObject *)new_writer(options, position);
}

static void writer_dealloc(Writer *w) {
    writer_clear(w);
    if (w->frames != w->first_frames) PyMem_Free(w->frames);
    Py_XDECREF(w->bytes);
    Py_XDECREF(w->default_of);
    Py_XDECREF(w->options);
    FREE_OBJECT(w, spare);
}

/* Returns None, or NULL after a failure. */
static PyObject *none_unless(int failed) { return failed < 0 ? NULL : Py_NewRef(Py_None); }

static PyObject *py_write(Writer *w, PyObject *value) { return none_unless(write_root(w, value)); }

static PyObject *py_again(Writer *w, PyObject *value) { return none_unless(write_value(w, value)); }

static PyObject *py_finished(Writer *w, PyObject *none) {
    (void)none;
    PyObject *made = writer_bytes(w);
    return made == NULL ? NULL : Py_BuildValue("[N]", made);
}

static PyObject *py_put(Writer *w, PyObject *data) {
    Py_buffer view;
    if (PyObject_GetBuffer(data, &view, PyBUF_SIMPLE) < 0) return NULL;
    int failed = put(w, view.buf, view.len);
    PyBuffer_Release(&view);
    return none_unless(failed);
}

static PyObject *py_size(Writer *w, PyObject *number) {
    Py_ssize_t n = PyLong_AsSsize_t(number);
    return n < 0 && PyErr_Occurred() ? NULL : none_unless(put_size(w, n));
}

static PyObject *py_head(Writer *w, PyObject *args) {
    int head;
    Py_ssize_t n;
    return PyArg_ParseTuple(args, "in", &head, &n) ? none_unless(put_head(w, head, n)) : NULL;
}

static PyObject *py_text(Writer *w, PyObject *text) {
    if (PyUnicode_Check(text)) return none_unless(put_text(w, text));
    PyErr_SetString(PyExc_TypeError, "text is str");
    return NULL;
}

static PyObject *py_string(Writer *w, PyObject *text) {
    uint8_t head = H_STRING;
    if (PyUnicode_Check(text)) return none_unless(put(w, &head, 1) < 0 ? -1 : put_text(w, text));
    PyErr_SetString(PyExc_TypeError, "text is str");
    return NULL;
}

/* Returns a key as it is written: its SIZE and its bytes. */
static PyObject *py_text_key(Writer *w, PyObject *key) {
    if (!PyUnicode_Check(key)) {
        wrong_key(key);
        return NULL;
    }
    Py_ssize_t start = w->at - w->out;
    if (put_text(w, key) < 0) return NULL;
    PyObject *made = PyBytes_FromStringAndSize((const char *)w->out + start, w->at - w->out - start);
    w->at = w->out + start;
    return made;
}

static PyObject *py_numbers(Writer *w, PyObject *args) {
    int head, width;
    Py_ssize_t n;
    Py_buffer view;
    PyObject *number;
    if (!PyArg_ParseTuple(args, "Ony*", &number, &n, &view)) return NULL;
    PyObject *header = PyObject_GetAttrString(number, "header"), *size = PyObject_GetAttrString(number, "size");
    int failed = -1;
    if (header != NULL && size != NULL) {
        head = (int)(PyLong_AsLong(header) & 0xF8) | TYPE_TYPED;
        width = (int)PyLong_AsLong(size);
        if (!PyErr_Occurred()) failed = put_numbers(w, head, width, n, view.buf, view.len);
    }
    Py_XDECREF(header);
    Py_XDECREF(size);
    PyBuffer_Release(&view);
    return none_unless(failed);
}

/* Writes a column of text: where each starts, as int64, and all their bytes. */
static PyObject *py_texts(Writer *w, PyObject *args) {
    Py_buffer starts, block;
    if (!PyArg_ParseTuple(args, "y*y*", &starts, &block)) return NULL;
    const uint8_t *raw = starts.buf;
    Py_ssize_t n = starts.len / 8 - 1;
    int failed = n < 0 ? -1 : put_head(w, H_STRINGS, n);
    for (Py_ssize_t i = 0; failed == 0 && i < n; i++) {
        int64_t from = (int64_t)load64(raw + 8 * i), to = (int64_t)load64(raw + 8 * i + 8);
        failed = from < 0 || to < from || to > block.len ? -1 : make_room(w, (Py_ssize_t)(to - from) + 8);
        if (failed < 0) break;
        put_size(w, (Py_ssize_t)(to - from));
        memcpy(w->at, (const char *)block.buf + from, (size_t)(to - from));
        w->at += to - from;
    }
    PyBuffer_Release(&starts);
    PyBuffer_Release(&block);
    if (failed < 0 && !PyErr_Occurred()) PyErr_SetString(core.EncodeError, "a column of text whose offsets are out of order");
    return none_unless(failed);
}

static PyObject *py_instead(Writer *w, PyObject *args) {
    PyObject *value, *reason;
    if (!PyArg_ParseTuple(args, "OU", &value, &reason)) return NULL;
    if (w->default_of == NULL || w->default_of == Py_None) {
        PyErr_SetObject(core.EncodeError, reason);
        return NULL;
    }
    if (w->replaced != NULL) {
        PyObject *made = PyObject_GetAttrString((PyObject *)Py_TYPE(value), "__name__");
        PyObject *of = PyObject_GetAttrString((PyObject *)Py_TYPE(w->replaced), "__name__");
        if (made != NULL && of != NULL)
            PyErr_Format(core.EncodeError, "default returned a %S for a %S, which has no form either", made, of);
        Py_XDECREF(made);
        Py_XDECREF(of);
        return NULL;
    }
    w->replaced = Py_NewRef(value);
    PyObject *made = PyObject_CallOneArg(w->default_of, value);
    int failed = made == NULL ? -1 : write_value(w, made);
    Py_XDECREF(made);
    Py_CLEAR(w->replaced);
    return none_unless(failed);
}

static PyObject *py_open(Writer *w, PyObject *args, PyObject *kwargs) {
    static char *keywords[] = {"items", "total", "key_of", "names", NULL};
    PyObject *items, *key_of = Py_None, *names = NULL;
    Py_ssize_t total;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "On|OO", keywords, &items, &total, &key_of, &names)) return NULL;
    if (!PyIter_Check(items)) {
        PyErr_SetString(PyExc_TypeError, "children are an iterator");
        return NULL;
    }
    bool table = names != NULL && PySequence_Length(names) > 0;
    WriterFrame *f = open_frame(w, ITERATOR_FRAME, Py_NewRef(items), total, table ? 2 : 1);
    if (f == NULL) return NULL;
    f->key_of = key_of == Py_None ? NULL : Py_NewRef(key_of);
    f->names = table ? Py_NewRef(names) : NULL;
    Py_RETURN_NONE;
}

static PyObject *py_enter(Writer *w, PyObject *none) {
    (void)none;
    if (--w->depth > 0) Py_RETURN_NONE;
    PyErr_SetString(core.EncodeError, "nested deeper than max_depth");
    return NULL;
}

static PyObject *py_leave(Writer *w, PyObject *none) {
    (void)none;
    w->depth++;
    Py_RETURN_NONE;
}

static PyObject *get_options(Writer *w, void *closure) {
    (void)closure;
    return Py_NewRef(w->options);
}

static PyObject *get_levels(Writer *w, void *closure) {
    (void)closure;
    return PyLong_FromSsize_t(w->nframes);
}

static PyObject *get_end(Writer *w, void *closure) {
    (void)closure;
    return PyLong_FromSsize_t(w->position + (w->at - w->out));
}

static PyMethodDef methods[] = {
    {"write", (PyCFunction)py_write, METH_O, "Write one value with all that it holds."},
    {"again", (PyCFunction)py_again, METH_O, "Write a value in place of the one that is being written."},
    {"instead", (PyCFunction)py_instead, METH_VARARGS, "Write what the option default makes of a value without a form."},
    {"finished", (PyCFunction)py_finished, METH_NOARGS, "Return everything that was written, in pieces."},
    {"put", (PyCFunction)py_put, METH_O, "Append bytes."},
    {"size", (PyCFunction)py_size, METH_O, "Append a SIZE."},
    {"head", (PyCFunction)py_head, METH_VARARGS, "Append a header and a SIZE."},
    {"text", (PyCFunction)py_text, METH_O, "Append text without a header."},
    {"string", (PyCFunction)py_string, METH_O, "Append a string."},
    {"text_key", (PyCFunction)py_text_key, METH_O, "Return a string key as it is written."},
    {"numbers", (PyCFunction)py_numbers, METH_VARARGS, "Append a typed array of numbers that lie as on the wire."},
    {"texts", (PyCFunction)py_texts, METH_VARARGS, "Write a column of text: where each starts, and all their bytes."},
    {"open", (PyCFunction)(void (*)(void))py_open, METH_VARARGS | METH_KEYWORDS, "Go into a container that has children."},
    {"enter", (PyCFunction)py_enter, METH_NOARGS, "Take a level out of the budget."},
    {"leave", (PyCFunction)py_leave, METH_NOARGS, "Give a level back."},
    {NULL},
};

static PyGetSetDef attributes[] = {
    {"options", (getter)get_options, NULL, "The choices of encoding.", NULL},
    {"levels", (getter)get_levels, NULL, "How many containers are open.", NULL},
    {"end", (getter)get_end, NULL, "Where the next byte goes, in the stream.", NULL},
    {NULL},
};

PyTypeObject WriterType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "beve._native.Writer",
    .tp_doc = "Writes one value after another: see beve._writer.",
    .tp_basicsize = sizeof(Writer),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = writer_new,
    .tp_dealloc = (destructor)writer_dealloc,
    .tp_methods = methods,
    .tp_getset = attributes,
};
