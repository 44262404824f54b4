/* The class Reader: what _decode.py, _stream.py, _view.py and the functions of leaves see of it. */
#include "reader.h"

#ifndef Py_GIL_DISABLED
static PyObject *spare;
#endif

static int64_t bound_of(PyObject *limits, const char *name, int64_t most) {
    PyObject *value = PyObject_GetAttrString(limits, name);
    if (value == NULL) return -1;
    int over = 0;
    long long n = PyLong_AsLongLongAndOverflow(value, &over);
    Py_DECREF(value);
    return over > 0 || n > most ? most : n;
}

static int flag_of(PyObject *options, const char *name, bool *flag) {
    PyObject *value = PyObject_GetAttrString(options, name);
    int truth = value == NULL ? -1 : PyObject_IsTrue(value);
    Py_XDECREF(value);
    *flag = truth > 0;
    return truth < 0 ? -1 : 0;
}

/* Takes what the walk asks often out of the options. */
static int take_options(Reader *r) {
    r->most_depth = 512;
    r->most_elements = (int64_t)1 << 28;
    r->unique = r->legacy_tags = false;
    r->bytes = true;
    if (r->options == core.decoding) return 0;
    PyObject *limits = PyObject_GetAttrString(r->options, "limits");
    if (limits == NULL) return -1;
    r->most_depth = bound_of(limits, "max_depth", 100000);
    r->most_elements = bound_of(limits, "max_elements", INT64_MAX / 4);
    Py_DECREF(limits);
    if (PyErr_Occurred() || flag_of(r->options, "reject_duplicates", &r->unique) < 0) return -1;
    if (flag_of(r->options, "bytes_for_uint8", &r->bytes) < 0) return -1;
    return flag_of(r->options, "legacy_type_tags", &r->legacy_tags);
}

static void begin(Reader *r, int64_t level) {
    reader_clear(r);
    r->depth = r->most_depth - (level - 1);
    r->elements = r->most_elements;
    Py_CLEAR(r->seen);
    push_frame(r, ROOT, 1); /* there is room */
}

/* Makes a reader of what source_of returns. */
Reader *new_reader(PyObject *src, Py_ssize_t off, PyObject *options, bool skips) {
    Reader *r = NEW_OBJECT(Reader, &ReaderType, spare);
    if (r == NULL) return NULL;
    memset((char *)r + sizeof(PyObject), 0, offsetof(Reader, first_frames) - sizeof(PyObject));
    r->src = Py_NewRef(src);
    r->options = Py_NewRef(options);
    r->off = off;
    r->skips = skips;
    r->final = true;
    r->frames = r->first_frames;
    r->frame_capacity = sizeof r->first_frames / sizeof *r->first_frames;
    r->values = r->first_values;
    r->value_capacity = sizeof r->first_values / sizeof *r->first_values;
    if (take_options(r) < 0) {
        Py_DECREF(r);
        return NULL;
    }
    begin(r, 1);
    return r;
}

static PyObject *reader_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"src", "off", "options", "skips", NULL};
    PyObject *src, *options;
    Py_ssize_t off;
    int skips = 0;
    (void)type;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OnO|p", names, &src, &off, &options, &skips)) return NULL;
    return (PyObject *)new_reader(src, off, options, skips);
}

static void reader_dealloc(Reader *r) {
    reader_clear(r);
    if (r->frames != r->first_frames) PyMem_Free(r->frames);
    if (r->values != r->first_values) PyMem_Free(r->values);
    Py_XDECREF(r->src);
    Py_XDECREF(r->options);
    Py_XDECREF(r->arrays);
    Py_XDECREF(r->texts);
    Py_XDECREF(r->seen);
    FREE_OBJECT(r, spare);
}

/* What changes a reader is refused while it reads. */
static bool idle(Reader *r) {
    if (!begin_use(&r->busy)) {
        PyErr_SetString(PyExc_RuntimeError, "two threads use one reader");
        return false;
    }
    return true;
}

static PyObject *py_read(Reader *r, PyObject *none) {
    (void)none;
    return reader_read(r);
}

static PyObject *py_begin(Reader *r, PyObject *args) {
    long long level = 1;
    if (!PyArg_ParseTuple(args, "|L", &level) || !idle(r)) return NULL;
    begin(r, level);
    end_use(&r->busy);
    Py_RETURN_NONE;
}

static PyObject *py_enter(Reader *r, PyObject *args) {
    Py_ssize_t off;
    long long elements;
    int levels = 1;
    if (!PyArg_ParseTuple(args, "nL|i", &off, &elements, &levels) || enter(r, off, elements, levels) < 0) return NULL;
    Py_RETURN_NONE;
}

static PyObject *py_leave(Reader *r, PyObject *args) {
    int levels = 1;
    if (!PyArg_ParseTuple(args, "|i", &levels)) return NULL;
    r->depth += levels;
    Py_RETURN_NONE;
}

static PyObject *py_is_type_tag(Reader *r, PyObject *off) {
    return PyObject_CallFunctionObjArgs(core.is_type_tag, (PyObject *)r, off, NULL);
}

static PyObject *py_skipper(Reader *r, PyObject *none) {
    (void)none;
    return r->skips ? Py_NewRef((PyObject *)r) : (PyObject *)new_reader(r->src, 0, r->options, true);
}

static PyObject *get_arrays(Reader *r, void *closure) {
    (void)closure;
    if (r->arrays == NULL)
        r->arrays = r->skips ? PyObject_CallNoArgs(core.no_arrays) : PyObject_CallOneArg(core.arrays_for, r->options);
    return Py_XNewRef(r->arrays);
}

static PyObject *get_src(Reader *r, void *closure) {
    (void)closure;
    return Py_NewRef(r->src);
}

static PyObject *get_options(Reader *r, void *closure) {
    (void)closure;
    return Py_NewRef(r->options);
}

static PyObject *get_seen(Reader *r, void *closure) {
    (void)closure;
    return Py_NewRef(r->seen ? r->seen : Py_None);
}

static int set_seen(Reader *r, PyObject *value, void *closure) {
    (void)closure;
    Py_XSETREF(r->seen, Py_XNewRef(value));
    return 0;
}

static PyObject *get_off(Reader *r, void *closure) {
    (void)closure;
    return PyLong_FromSsize_t(r->off);
}

static int set_off(Reader *r, PyObject *value, void *closure) {
    (void)closure;
    Py_ssize_t off = value == NULL ? -1 : PyLong_AsSsize_t(value);
    if (off < 0) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "offsets are not negative");
        return -1;
    }
    if (!idle(r)) return -1;
    r->off = off;
    end_use(&r->busy);
    return 0;
}

static PyObject *get_texts(Reader *r, void *closure) {
    (void)closure;
    return Py_NewRef(r->texts ? r->texts : Py_None);
}

static int set_texts(Reader *r, PyObject *value, void *closure) {
    (void)closure;
    Py_XSETREF(r->texts, value == Py_None ? NULL : Py_XNewRef(value));
    return 0;
}

static PyObject *get_flag(Reader *r, void *closure) {
    return PyBool_FromLong(closure ? r->final : r->skips);
}

static int set_final(Reader *r, PyObject *value, void *closure) {
    (void)closure;
    int truth = value == NULL ? -1 : PyObject_IsTrue(value);
    r->final = truth != 0;
    return truth < 0 ? -1 : 0;
}

static PyMethodDef methods[] = {
    {"read", (PyCFunction)py_read, METH_NOARGS, "Return the value at the offset, and move past it."},
    {"begin", (PyCFunction)py_begin, METH_VARARGS, "Prepare for another message, or for a value on a level of one."},
    {"enter", (PyCFunction)py_enter, METH_VARARGS, "Take children and levels out of the budget."},
    {"leave", (PyCFunction)py_leave, METH_VARARGS, "Give levels back to the budget."},
    {"is_type_tag", (PyCFunction)py_is_type_tag, METH_O, "Report whether a header starts a type tag."},
    {"skipper", (PyCFunction)py_skipper, METH_NOARGS, "Return a reader of the same that makes no values."},
    {NULL},
};

static PyGetSetDef attributes[] = {
    {"src", (getter)get_src, NULL, "What is read.", NULL},
    {"off", (getter)get_off, (setter)set_off, "Where the next value starts.", NULL},
    {"options", (getter)get_options, NULL, "The choices of decoding.", NULL},
    {"arrays", (getter)get_arrays, NULL, "What makes arrays.", NULL},
    {"names", (getter)get_seen, (setter)set_seen, "How far the names of a table were looked at.", NULL},
    {"texts", (getter)get_texts, (setter)set_texts, "What makes columns of text of their offsets and bytes.", NULL},
    {"skips", (getter)get_flag, NULL, "Whether values are checked and passed over.", NULL},
    {"final", (getter)get_flag, (setter)set_final, "Whether nothing follows what is read.", (void *)1},
    {NULL},
};

PyTypeObject ReaderType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "beve._native.Reader",
    .tp_doc = "Reads the values that follow one another in a message or stream: see beve._reader.",
    .tp_basicsize = sizeof(Reader),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = reader_new,
    .tp_dealloc = (destructor)reader_dealloc,
    .tp_methods = methods,
    .tp_getset = attributes,
};
