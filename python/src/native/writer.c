/* The walk over Python values: _writer.py, compiled, and how the common types are written. */
#include "writer.h"

#define MOST_TYPES 1024

/* Lets the output lie in the writer, or in bytes that have that many. */
static void place_output(Writer *w, Py_ssize_t size) {
    w->out = w->bytes == NULL ? w->first : (uint8_t *)PyBytes_AS_STRING(w->bytes);
    w->limit = w->out + (w->bytes == NULL ? (Py_ssize_t)sizeof w->first : PyBytes_GET_SIZE(w->bytes));
    w->at = w->out + size;
}

/* Makes the output longer. */
NOINLINE int more_room(Writer *w, Py_ssize_t n) {
    Py_ssize_t size = w->at - w->out, capacity = w->limit - w->out;
    if (n > PY_SSIZE_T_MAX / 4 - size) {
        PyErr_NoMemory();
        return -1;
    }
    Py_ssize_t wanted = capacity * 2 < size + n ? size + n : capacity * 2;
    int failed = 0;
    if (w->bytes == NULL) {
        w->bytes = PyBytes_FromStringAndSize(NULL, wanted);
        if (w->bytes == NULL) return -1;
        memcpy(PyBytes_AS_STRING(w->bytes), w->out, size);
    } else {
        failed = _PyBytes_Resize(&w->bytes, wanted);
    }
    place_output(w, failed < 0 ? 0 : size);
    return failed;
}

/* From so many bytes on others may run while they are copied. */
#define LARGE (1 << 20)

int put(Writer *w, const void *data, Py_ssize_t n) {
    if (make_room(w, n) < 0) return -1;
    uint8_t *to = w->at;
    if (n >= LARGE) {
        if (freeze(w) < 0) return -1;
        Py_BEGIN_ALLOW_THREADS
        memcpy(to, data, n);
        Py_END_ALLOW_THREADS
    } else if (n > 0) {
        memcpy(to, data, n);
    }
    w->at = to + n;
    return 0;
}

/* Writes a SIZE where there are 8 bytes of room, and returns where it ends. */
static inline uint8_t *size_to(uint8_t *to, uint64_t n) {
    if (LIKELY(n < 1u << 6)) {
        *to = (uint8_t)(n << 2);
        return to + 1;
    }
    int form = n < 1u << 14 ? 1 : n < 1u << 30 ? 2 : 3;
    uint64_t word = n << 2 | form;
    memcpy(to, &word, 8);
    return to + ((Py_ssize_t)1 << form);
}

int put_size(Writer *w, Py_ssize_t n) {
    if (make_room(w, 8) < 0) return -1;
    w->at = size_to(w->at, n);
    return 0;
}

int put_head(Writer *w, int head, Py_ssize_t n) {
    if (make_room(w, 9) < 0) return -1;
    uint8_t *to = w->at;
    *to = (uint8_t)head;
    w->at = size_to(to + 1, n);
    return 0;
}

/* Copies a text, which is short as a rule. */
static inline void copy_text(uint8_t *to, const char *from, Py_ssize_t n) {
    uint64_t a, b, c, d;
    if (n > 32) {
        memcpy(to, from, n);
    } else if (n > 16) {
        memcpy(&a, from, 8), memcpy(&b, from + 8, 8), memcpy(&c, from + n - 16, 8), memcpy(&d, from + n - 8, 8);
        memcpy(to, &a, 8), memcpy(to + 8, &b, 8), memcpy(to + n - 16, &c, 8), memcpy(to + n - 8, &d, 8);
    } else if (n >= 8) {
        memcpy(&a, from, 8), memcpy(&b, from + n - 8, 8);
        memcpy(to, &a, 8), memcpy(to + n - 8, &b, 8);
    } else if (n >= 4) {
        uint32_t first, last;
        memcpy(&first, from, 4), memcpy(&last, from + n - 4, 4);
        memcpy(to, &first, 4), memcpy(to + n - 4, &last, 4);
    } else if (n > 0) {
        to[0] = from[0], to[n >> 1] = from[n >> 1], to[n - 1] = from[n - 1];
    }
}

/* Appends text, after `head` unless that is negative. */
static inline int append_text(Writer *w, PyObject *text, int head) {
    const char *raw;
    Py_ssize_t n;
    if (LIKELY(PyUnicode_IS_COMPACT_ASCII(text))) {
        raw = PyUnicode_DATA(text);
        n = PyUnicode_GET_LENGTH(text);
    } else {
        raw = PyUnicode_AsUTF8AndSize(text, &n);
        if (raw == NULL) { /* which says what is wrong in words of the package */
            if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) return -1;
            PyErr_Clear();
            PyObject *none = PyObject_CallOneArg(core.utf8, text);
            Py_XDECREF(none);
            if (none != NULL) PyErr_SetString(PyExc_SystemError, "text that is UTF-8 after all");
            return -1;
        }
    }
    if (UNLIKELY(make_room(w, n + 9) < 0)) return -1;
    uint8_t *to = w->at;
    if (head >= 0) *to++ = (uint8_t)head;
    to = size_to(to, n);
    w->at = to + n;
    copy_text(to, raw, n);
    return 0;
}

int put_text(Writer *w, PyObject *text) { return append_text(w, text, -1); }

/* Appends an integer of up to 64 bits in the narrowest width that holds it. */
static inline int append_integer(Writer *w, long long v) {
    if (UNLIKELY(make_room(w, 9) < 0)) return -1;
    uint8_t *to = w->at;
    int width = v == (int8_t)v ? 0 : v == (int16_t)v ? 1 : v == (int32_t)v ? 2 : 3;
    w->at = to + 1 + ((Py_ssize_t)1 << width);
    *to = (uint8_t)(H_INT8 | width << 5);
    memcpy(to + 1, &v, 8);
    return 0;
}

/* Returns an integer of one digit of Python's own, as most are. */
static inline bool small_integer(PyObject *value, long long *v) {
#if PY_VERSION_HEX >= 0x030C0000
    if (!PyUnstable_Long_IsCompact((PyLongObject *)value)) return false;
    *v = PyUnstable_Long_CompactValue((PyLongObject *)value);
#else
    Py_ssize_t size = Py_SIZE(value);
    if (size < -1 || size > 1) return false;
    *v = size * (long long)((PyLongObject *)value)->ob_digit[0];
#endif
    return true;
}

static NOINLINE int write_wide_int(Writer *w, PyObject *value) {
    int over;
    long long v = PyLong_AsLongLongAndOverflow(value, &over);
    if (over == 0) return append_integer(w, v);
    Py_INCREF(value);
    PyObject *none = freeze(w) < 0 ? NULL : PyObject_CallFunctionObjArgs(core.wide_integer, (PyObject *)w, value, NULL);
    Py_XDECREF(none);
    Py_DECREF(value);
    return none == NULL ? -1 : 0;
}

static inline int write_float(Writer *w, PyObject *value) {
    double d = PyFloat_AS_DOUBLE(value);
    if (UNLIKELY(make_room(w, 9) < 0)) return -1;
    uint8_t *to = w->at;
    w->at = to + 9;
    *to = H_FLOAT64;
    memcpy(to + 1, &d, 8);
    return 0;
}

/* Appends a typed array whose elements lie in `raw` as on the wire. */
int put_numbers(Writer *w, int head, int width, Py_ssize_t n, const void *raw, Py_ssize_t size) {
    static const uint8_t zeros[16];
    if (!w->aligned || width == 1) {
        if (put_head(w, head, n) < 0) return -1;
    } else {
        uint8_t heads[2] = {H_ALIGNED, (uint8_t)head};
        if (put(w, heads, 2) < 0 || put_size(w, n) < 0) return -1;
        uint8_t padding = (uint8_t)((width - (w->position + (w->at - w->out) + 1) % width) % width);
        if (put(w, &padding, 1) < 0 || put(w, zeros, padding) < 0) return -1;
    }
    return put(w, raw, size);
}

/* Returns the keys and values of a dict that are not written yet, in turn. */
static PyObject *members_left(WriterFrame *f) {
    PyObject *left = PyTuple_New(2 * (f->total - f->next)), *key, *value;
    Py_ssize_t n = 0;
    if (left == NULL) return NULL;
    if (PyDict_GET_SIZE(f->items) == f->total) {
        while (n < PyTuple_GET_SIZE(left) && PyDict_Next(f->items, &f->position, &key, &value)) {
            PyTuple_SET_ITEM(left, n++, Py_NewRef(key));
            PyTuple_SET_ITEM(left, n++, Py_NewRef(value));
        }
    }
    if (n == PyTuple_GET_SIZE(left)) return left;
    Py_DECREF(left);
    PyErr_SetString(PyExc_RuntimeError, "dictionary changed size during iteration");
    return NULL;
}

/* Makes what is open independent of what code of others changes. What was frozen before stays so. */
int freeze(Writer *w) {
    for (; w->nfrozen < w->nframes; w->nfrozen++) {
        WriterFrame *f = &w->frames[w->nfrozen];
        PyObject *copy;
        if (f->kind == LIST_FRAME && !PyTuple_CheckExact(f->items)) copy = PyList_AsTuple(f->items);
        else if (f->kind == DICT_FRAME) copy = members_left(f);
        else continue;
        if (copy == NULL) return -1;
        if (f->kind == DICT_FRAME) {
            f->kind = PAIRS_FRAME;
            f->position = 0;
        }
        PyObject *before = f->items;
        f->items = copy;
        Py_DECREF(before);
    }
    return 0;
}

/* Opens a container whose header and count are written, and which has children; takes the reference. */
WriterFrame *open_frame(Writer *w, int kind, PyObject *items, Py_ssize_t total, int levels) {
    if (items == NULL) return NULL;
    w->depth -= levels;
    if (UNLIKELY(w->depth <= 0)) {
        Py_DECREF(items);
        PyErr_SetString(core.EncodeError, "nested deeper than max_depth, or a value that contains itself");
        return NULL;
    }
    if (UNLIKELY(w->nframes == w->frame_capacity) &&
        grow((void **)&w->frames, &w->frame_capacity, sizeof(WriterFrame), w->first_frames) < 0) {
        Py_DECREF(items);
        return NULL;
    }
    WriterFrame *f = &w->frames[w->nframes++];
    f->kind = kind;
    f->levels = levels;
    f->total = total;
    f->next = f->position = 0;
    f->items = items;
    f->key_of = f->names = f->key = NULL;
    return f;
}

static void drop_frame(Writer *w) {
    WriterFrame *f = &w->frames[--w->nframes];
    if (w->nfrozen > w->nframes) w->nfrozen = w->nframes;
    w->depth += f->levels;
    Py_DECREF(f->items);
    Py_XDECREF(f->key_of);
    Py_XDECREF(f->names);
    Py_XDECREF(f->key);
}

void writer_clear(Writer *w) {
    while (w->nframes > 0) drop_frame(w);
    Py_CLEAR(w->replaced);
}

/* The functions of types that were met: a function in Python, or, of dataclasses, the pairs of
   attribute and written key that their fields are. */
static PyObject *functions;

int begin_functions(void) {
    if (functions == NULL) functions = PyDict_New();
    return functions == NULL ? -1 : 0;
}

PyObject *function_of(PyTypeObject *type) {
    PyObject *function = NULL;
#if PY_VERSION_HEX >= 0x030D0000
    if (PyDict_GetItemRef(functions, (PyObject *)type, &function) != 0) return function;
#else
    function = PyDict_GetItemWithError(functions, (PyObject *)type);
    if (function != NULL || PyErr_Occurred()) return Py_XNewRef(function);
#endif
    function = PyObject_CallOneArg(core.function_for, (PyObject *)type);
    if (function == NULL) return NULL;
    if (Py_TYPE(type)->tp_richcompare != PyType_Type.tp_richcompare || Py_TYPE(type)->tp_hash != PyType_Type.tp_hash)
        return function; /* such types may equal others */
    if (PyDict_GET_SIZE(functions) >= MOST_TYPES) PyDict_Clear(functions);
    if (PyDict_SetItem(functions, (PyObject *)type, function) < 0) Py_CLEAR(function);
    return function;
}

/* Returns the values of the fields of an object, as they are now. */
static PyObject *values_of(PyObject *object, PyObject *shape) {
    Py_ssize_t n = PyTuple_GET_SIZE(shape);
    PyObject *values = PyTuple_New(n);
    for (Py_ssize_t i = 0; values != NULL && i < n; i++) {
        PyObject *value = PyObject_GetAttr(object, PyTuple_GET_ITEM(PyTuple_GET_ITEM(shape, i), 0));
        if (value == NULL) Py_CLEAR(values);
        else PyTuple_SET_ITEM(values, i, value);
    }
    return values;
}

/* Writes a value of a type that has a function of its own. */
static NOINLINE int write_other(Writer *w, PyObject *value) {
    int failed = -1;
    Py_INCREF(value);
    PyObject *function = freeze(w) < 0 ? NULL : function_of(Py_TYPE(value));
    if (function != NULL && PyTuple_CheckExact(function)) {
        Py_ssize_t n = PyTuple_GET_SIZE(function);
        failed = put_head(w, H_OBJECT, n);
        if (failed == 0 && n > 0) {
            WriterFrame *f = open_frame(w, SHAPE_FRAME, values_of(value, function), n, 1);
            if (f == NULL) failed = -1;
            else f->names = Py_NewRef(function);
        }
    } else if (function != NULL) {
        PyObject *none = PyObject_CallFunctionObjArgs(function, (PyObject *)w, value, NULL);
        failed = none == NULL ? -1 : 0;
        Py_XDECREF(none);
    }
    Py_XDECREF(function);
    Py_DECREF(value);
    return failed;
}

/* Writes bytes, which nobody lets go of while others run. */
static int write_bytes(Writer *w, PyObject *value) {
    Py_INCREF(value);
    Py_ssize_t n = PyBytes_GET_SIZE(value);
    int failed = put_numbers(w, H_UINT8_ARRAY, 1, n, PyBytes_AS_STRING(value), n);
    Py_DECREF(value);
    return failed;
}

static inline Py_ssize_t length_of(PyObject *list) {
    return PyList_CheckExact(list) ? PyList_GET_SIZE(list) : PyTuple_GET_SIZE(list);
}

static int open_list(Writer *w, PyObject *list) {
    Py_ssize_t n = length_of(list);
    bool done = false;
    if (UNLIKELY(n > 0 && (w->typed_lists || (w->extended && n >= w->min_table_rows)))) {
        Py_INCREF(list);
        int failed = w->typed_lists ? write_typed(w, list, &done) : 0;
        if (failed == 0 && !done && w->extended && n >= w->min_table_rows) failed = write_table(w, list, &done);
        n = length_of(list);
        Py_DECREF(list);
        if (failed < 0 || done) return failed;
    }
#ifdef Py_GIL_DISABLED
    PyObject *items = PyList_CheckExact(list) ? PyList_AsTuple(list) : Py_NewRef(list);
    if (items == NULL) return -1;
    n = PyTuple_GET_SIZE(items);
#else
    PyObject *items = Py_NewRef(list);
#endif
    if (put_head(w, H_ARRAY, n) < 0 || n == 0) {
        Py_DECREF(items);
        return n == 0 && !PyErr_Occurred() ? 0 : -1;
    }
    return open_frame(w, LIST_FRAME, items, n, 1) == NULL ? -1 : 0;
}

static int open_dict(Writer *w, PyObject *dict) {
    Py_ssize_t n = PyDict_GET_SIZE(dict), position = 0;
    PyObject *key = NULL;
    if (n == 0) return put_head(w, H_OBJECT, 0);
#ifdef Py_GIL_DISABLED
    PyObject *items = PyDict_Copy(dict);
    if (items == NULL) return -1;
    n = PyDict_GET_SIZE(items);
#else
    PyObject *items = Py_NewRef(dict);
#endif
    PyDict_Next(items, &position, &key, NULL);
    if (UNLIKELY(w->sort_keys || key == NULL || !PyUnicode_Check(key))) {
        int failed = write_other(w, items);
        Py_DECREF(items);
        return failed;
    }
    if (put_head(w, H_OBJECT, n) < 0) {
        Py_DECREF(items);
        return -1;
    }
    return open_frame(w, DICT_FRAME, items, n, 1) == NULL ? -1 : 0;
}

/* Writes a value of the types that hold no others, and returns 1; 0 for other types. */
static inline int write_simple(Writer *w, PyObject *value) {
    PyTypeObject *type = Py_TYPE(value);
    int failed;
    if (type == &PyUnicode_Type) {
        failed = append_text(w, value, H_STRING);
    } else if (type == &PyLong_Type) {
        long long v;
        if (UNLIKELY(!small_integer(value, &v))) return 0;
        failed = append_integer(w, v);
    } else if (type == &PyFloat_Type) {
        failed = write_float(w, value);
    } else if (value == Py_None || type == &PyBool_Type) {
        failed = make_room(w, 1);
        if (LIKELY(failed == 0)) *w->at++ = value == Py_None ? H_NULL : value == Py_True ? H_TRUE : H_FALSE;
    } else {
        return 0;
    }
    return LIKELY(failed == 0) ? 1 : -1;
}

/* Writes a value of another type whole, or what stands before its children, and opens it. */
static int write_rest(Writer *w, PyObject *value) {
    PyTypeObject *type = Py_TYPE(value);
    if (type == &PyDict_Type) return open_dict(w, value);
    if (type == &PyList_Type || type == &PyTuple_Type) return open_list(w, value);
    if (type == &PyLong_Type) return write_wide_int(w, value);
    if (type == &PyBytes_Type) return write_bytes(w, value);
    return write_other(w, value);
}

static inline int write_one(Writer *w, PyObject *value) {
    int written = write_simple(w, value);
    return written ? (written < 0 ? -1 : 0) : write_rest(w, value);
}

int write_value(Writer *w, PyObject *value) { return write_one(w, value); }

/* Writes the floats that come next in a list, as far as they go, and returns how many those are. */
static Py_ssize_t write_floats(Writer *w, PyObject **items, Py_ssize_t n) {
    Py_ssize_t i = 0;
    while (i < n && PyFloat_CheckExact(items[i])) {
        Py_ssize_t end = n - i > 1024 ? i + 1024 : n;
        if (make_room(w, (end - i) * 9) < 0) return -1;
        uint8_t *to = w->at;
        for (; i < end && PyFloat_CheckExact(items[i]); i++, to += 9) {
            double d = PyFloat_AS_DOUBLE(items[i]);
            *to = H_FLOAT64;
            memcpy(to + 1, &d, 8);
        }
        w->at = to;
    }
    return i;
}

/* Writes elements until one opens a container, or all are written. */
static int write_elements(Writer *w) {
    Py_ssize_t depth = w->nframes;
    WriterFrame *f = &w->frames[depth - 1];
    while (f->next < f->total) {
        PyObject *items = f->items;
        if (UNLIKELY(Py_SIZE(items) != f->total)) {
            PyErr_SetString(PyExc_RuntimeError, "list changed size during iteration");
            return -1;
        }
        PyObject **all = PyList_CheckExact(items) ? ((PyListObject *)items)->ob_item : ((PyTupleObject *)items)->ob_item;
        PyObject *item = all[f->next];
        if (PyFloat_CheckExact(item)) {
            Py_ssize_t n = write_floats(w, all + f->next, f->total - f->next);
            if (UNLIKELY(n < 0)) return -1;
            f->next += n;
            continue;
        }
        f->next++;
        if (UNLIKELY(write_one(w, item) < 0)) return -1;
        if (w->nframes > depth) return 0;
        f = &w->frames[depth - 1];
    }
    drop_frame(w);
    return 0;
}

/* Raises the error for a key that is no text. */
int wrong_key(PyObject *key) {
    PyObject *name = PyObject_GetAttrString((PyObject *)Py_TYPE(key), "__name__");
    if (name == NULL) return -1;
    PyErr_Format(core.EncodeError, "key of type %S among keys of type str; keys are all str or all int", name);
    Py_DECREF(name);
    return -1;
}

/* Notes the key of the member that is being written, for paths of errors. */
static int with_key(WriterFrame *f, PyObject *key) {
    Py_XSETREF(f->key, Py_NewRef(key));
    return -1;
}

static int write_members(Writer *w) {
    Py_ssize_t depth = w->nframes;
    WriterFrame *f = &w->frames[depth - 1];
    PyObject *key, *value;
    while (f->next < f->total) {
        if (UNLIKELY(f->kind == PAIRS_FRAME)) {
            key = PyTuple_GET_ITEM(f->items, f->position);
            value = PyTuple_GET_ITEM(f->items, f->position + 1);
            f->position += 2;
        } else if (UNLIKELY(PyDict_GET_SIZE(f->items) != f->total || !PyDict_Next(f->items, &f->position, &key, &value))) {
            PyErr_SetString(PyExc_RuntimeError, "dictionary changed size during iteration");
            return -1;
        }
        f->next++;
        if (UNLIKELY(!PyUnicode_Check(key))) return with_key(f, key), wrong_key(key);
        if (UNLIKELY(append_text(w, key, -1) < 0)) return with_key(f, key);
        int written = write_simple(w, value);
        if (LIKELY(written > 0)) continue;
        Py_INCREF(value); /* the key before may be the last one of a class that does something then */
        with_key(f, key);
        int failed = written < 0 ? -1 : write_rest(w, value);
        Py_DECREF(value);
        if (UNLIKELY(failed < 0)) return -1;
        if (w->nframes > depth) return 0;
        f = &w->frames[depth - 1];
    }
    drop_frame(w);
    return 0;
}

static int write_fields(Writer *w) {
    Py_ssize_t depth = w->nframes;
    WriterFrame *f = &w->frames[depth - 1];
    while (f->next < f->total) {
        PyObject *pair = PyTuple_GET_ITEM(f->names, f->next), *written = PyTuple_GET_ITEM(pair, 1);
        f->next++;
        if (put(w, PyBytes_AS_STRING(written), PyBytes_GET_SIZE(written)) < 0) return -1;
        if (write_one(w, PyTuple_GET_ITEM(f->items, f->next - 1)) < 0) return -1;
        if (w->nframes > depth) return 0;
        f = &w->frames[depth - 1];
    }
    drop_frame(w);
    return 0;
}

/* Writes the next member of an iterator of pairs: its key, and then its value. */
static int write_pair(Writer *w, WriterFrame *f, PyObject *pair) {
    if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2) {
        PyErr_SetString(PyExc_TypeError, "members are pairs of key and value");
        return -1;
    }
    Py_XSETREF(f->key, Py_NewRef(PyTuple_GET_ITEM(pair, 0)));
    PyObject *written = PyObject_CallOneArg(f->key_of, f->key);
    if (written == NULL) return -1;
    int failed = -1;
    if (PyBytes_Check(written)) failed = put(w, PyBytes_AS_STRING(written), PyBytes_GET_SIZE(written));
    else PyErr_SetString(PyExc_TypeError, "keys are written as bytes");
    Py_DECREF(written);
    return failed < 0 ? -1 : write_one(w, PyTuple_GET_ITEM(pair, 1));
}

static int write_items(Writer *w) {
    Py_ssize_t depth = w->nframes;
    for (;;) {
        PyObject *item = PyIter_Next(w->frames[depth - 1].items);
        if (item == NULL) {
            if (PyErr_Occurred()) return -1;
            if (w->frames[depth - 1].next != w->frames[depth - 1].total) {
                PyErr_SetString(PyExc_RuntimeError, "a container of another length than it says");
                return -1;
            }
            drop_frame(w);
            return 0;
        }
        WriterFrame *f = &w->frames[depth - 1];
        f->next++;
        int failed = f->key_of == NULL ? write_one(w, item) : write_pair(w, f, item);
        Py_DECREF(item);
        if (failed < 0) return -1;
        if (w->nframes > depth) return 0;
    }
}

static int append(PyObject *list, PyObject *item) {
    int failed = item == NULL ? -1 : PyList_Append(list, item);
    Py_XDECREF(item);
    return failed;
}

/* Appends the keys that lead to the child of a frame that is being written. */
static int add_segment(WriterFrame *f, PyObject *segments) {
    Py_ssize_t index = f->next - 1;
    if (f->kind == SHAPE_FRAME) {
        PyObject *written = PyTuple_GET_ITEM(PyTuple_GET_ITEM(f->names, index), 1);
        const uint8_t *raw = (const uint8_t *)PyBytes_AS_STRING(written);
        Py_ssize_t skipped = (Py_ssize_t)1 << (*raw & 3);
        return append(segments, PyUnicode_DecodeUTF8((const char *)raw + skipped, PyBytes_GET_SIZE(written) - skipped, NULL));
    }
    if (f->key != NULL) return PyList_Append(segments, f->key);
    if (f->names == NULL) return append(segments, PyLong_FromSsize_t(index));
    Py_ssize_t fields = PySequence_Length(f->names);
    if (fields <= 0 || append(segments, PyLong_FromSsize_t(index / fields)) < 0) return -1;
    return append(segments, PySequence_GetItem(f->names, index % fields));
}

/* Gives an EncodeError that is raised the path to what was being written. */
static void add_path(Writer *w) {
    PyObject *error = take_exception();
    PyObject *segments = NULL, *keys = NULL, *path = NULL;
    if (PyObject_IsInstance(error, core.EncodeError) == 1 && (segments = PyList_New(0)) != NULL) {
        Py_ssize_t i = 0;
        while (i < w->nframes && add_segment(&w->frames[i], segments) == 0) i++;
        if (i == w->nframes && (keys = PyList_AsTuple(segments)) != NULL) path = PyObject_Call(core.pointer, keys, NULL);
        if (path == NULL || PyObject_SetAttrString(error, "path", path) < 0) PyErr_Clear();
    }
    Py_XDECREF(segments);
    Py_XDECREF(keys);
    Py_XDECREF(path);
    put_exception(error);
}

/* Writes one value with all that it holds. */
int write_root(Writer *w, PyObject *value) {
    if (!begin_use(&w->busy)) {
        PyErr_SetString(PyExc_RuntimeError, "a writer is used while it writes");
        return -1;
    }
    int failed = write_one(w, value);
    while (failed == 0 && w->nframes > 0) {
        switch (w->frames[w->nframes - 1].kind) {
        case LIST_FRAME: failed = write_elements(w); break;
        case DICT_FRAME:
        case PAIRS_FRAME: failed = write_members(w); break;
        case SHAPE_FRAME: failed = write_fields(w); break;
        default: failed = write_items(w);
        }
    }
    if (failed < 0) {
        add_path(w);
        writer_clear(w);
    }
    end_use(&w->busy);
    return failed;
}

/* Returns all that was written, and leaves the writer empty. */
PyObject *writer_bytes(Writer *w) {
    Py_ssize_t size = w->at - w->out;
    PyObject *made = w->bytes;
    if (made == NULL) made = PyBytes_FromStringAndSize((const char *)w->out, size);
    else _PyBytes_Resize(&made, size);
    w->bytes = NULL;
    w->position += size;
    place_output(w, 0);
    return made;
}
