/* The walk over encoded values: _reader.py, compiled. */
#include "reader.h"

/* Raises an exception of the package whose text is for an offset. */
PyObject *raise_at(PyObject *cls, Py_ssize_t off, const char *format, ...) {
    va_list args;
    va_start(args, format);
    PyObject *reason = PyUnicode_FromFormatV(format, args);
    va_end(args);
    if (reason == NULL) return NULL;
    PyObject *error = PyObject_CallFunction(cls, "Nn", reason, off);
    if (error != NULL) {
        PyErr_SetObject(cls, error);
        Py_DECREF(error);
    }
    return NULL;
}

/* Raises the error for a value that goes on after the input, by so many bytes. Returns -1. */
int truncated(Reader *r, uint64_t missing) {
    uint64_t most = PY_SSIZE_T_MAX / 4;
    raise_at(core.TruncatedError, r->size, "input ends inside a value");
    PyObject *error = take_exception();
    PyObject *count = PyLong_FromUnsignedLongLong(missing < 1 ? 1 : missing > most ? most : missing);
    if (count != NULL && PyObject_SetAttrString(error, "missing", count) < 0) PyErr_Clear();
    Py_XDECREF(count);
    put_exception(error);
    return -1;
}

/* Puts the error of the package in place of the UnicodeDecodeError of text at `start`. Returns -1. */
int invalid_text(Py_ssize_t start) {
    if (!PyErr_ExceptionMatches(PyExc_UnicodeDecodeError)) return -1;
    PyObject *error = take_exception();
    Py_ssize_t at = 0;
    if (PyUnicodeDecodeError_GetStart(error, &at) < 0) PyErr_Clear();
    Py_DECREF(error);
    raise_at(core.MalformedError, start + at, "invalid UTF-8");
    return -1;
}

/* Returns text of the message, or NULL with a UnicodeDecodeError. What others may change is copied
   first, since it has to stay as it was measured. */
PyObject *text_at(Reader *r, Py_ssize_t start, Py_ssize_t n) {
    if (LIKELY(r->constant)) return text_of(r->data + start, n);
    PyObject *copy = PyBytes_FromStringAndSize((const char *)r->data + start, n);
    PyObject *text = copy == NULL ? NULL : text_of((const uint8_t *)PyBytes_AS_STRING(copy), n);
    Py_XDECREF(copy);
    return text;
}

/* Returns text that is a key, in the same way. */
static inline PyObject *key_at(Reader *r, Py_ssize_t start, Py_ssize_t n) {
    if (LIKELY(r->constant)) return key_of(r->places, r->data + start, n);
    uint8_t copy[LONGEST_KEY];
    if (n > LONGEST_KEY) return text_at(r, start, n);
    memcpy(copy, r->data + start, n);
    return key_of(r->places, copy, n);
}

/* Reads a SIZE. */
int read_size(Reader *r, Py_ssize_t *off, uint64_t *n) {
    const uint8_t *p = r->data + *off;
    Py_ssize_t left = r->size - *off;
    if (UNLIKELY(left < 1)) return truncated(r, 1);
    Py_ssize_t length = (Py_ssize_t)1 << (*p & 3);
    if (UNLIKELY(left < length)) return truncated(r, length - left);
    *n = (length == 1 ? *p : length == 2 ? load16(p) : length == 4 ? load32(p) : load64(p)) >> 2;
    *off += length;
    return 0;
}

/* Reads a SIZE of things of at least `unit` bytes, and believes it only if they can be there. */
int read_count(Reader *r, Py_ssize_t *off, uint64_t unit, Py_ssize_t *n) {
    uint64_t count = 0;
    if (read_size(r, off, &count) < 0) return -1;
    uint64_t left = r->size - *off;
    if (UNLIKELY(unit > 0 && count > left / unit)) return truncated(r, count > UINT64_MAX / unit ? UINT64_MAX : count * unit - left);
    if (UNLIKELY(count > PY_SSIZE_T_MAX / 2)) count = PY_SSIZE_T_MAX / 2; /* of no bytes: an error follows */
    *n = (Py_ssize_t)count;
    return 0;
}

/* Takes children and levels out of the budget. */
int enter(Reader *r, Py_ssize_t off, int64_t elements, int levels) {
    r->depth -= levels;
    r->elements -= elements;
    if (UNLIKELY(r->depth <= 0)) {
        raise_at(core.DepthError, off, "nested deeper than Limits.max_depth");
        return -1;
    }
    if (UNLIKELY(r->elements < 0)) {
        raise_at(core.LimitError, off, "more elements than Limits.max_elements");
        return -1;
    }
    return 0;
}

/* Reads the key of a member. */
static inline int read_key(Reader *r, Frame *f, Py_ssize_t *offset) {
    Py_ssize_t off = *offset;
    if (UNLIKELY(off >= r->size)) return truncated(r, 1);
    uint64_t n = r->data[off] >> 2;
    Py_ssize_t start = off + 1;
    if (UNLIKELY(r->data[off] & 3)) {
        start = off;
        if (read_size(r, &start, &n) < 0) return -1;
    }
    if (UNLIKELY(n > (uint64_t)(r->size - start))) return truncated(r, n - (r->size - start));
    f->key_at = start;
    f->key_size = (Py_ssize_t)n;
    *offset = start + (Py_ssize_t)n;
    if (r->skips && !r->unique && is_ascii(r->data + start, n)) return 0;
    PyObject *key = key_at(r, start, n);
    if (UNLIKELY(key == NULL)) {
        *offset = off; /* the key is not read */
        return invalid_text(start);
    }
    Py_XSETREF(f->key, key);
    if (UNLIKELY(r->unique)) {
        int there = PyDict_Contains(f->items, key);
        if (there) {
            *offset = off;
            if (there < 0) return -1;
            PyObject *text = PyObject_CallOneArg(core.shown, key);
            if (text != NULL) raise_at(core.DuplicateError, off, "duplicate key %R", text);
            Py_XDECREF(text);
            return -1;
        }
    }
    return 0;
}

PyObject *read_string(Reader *r, Py_ssize_t *offset) {
    Py_ssize_t off = *offset + 1, start = off + 1;
    if (UNLIKELY(off >= r->size)) return truncated(r, 1), NULL;
    uint64_t n = r->data[off] >> 2;
    if (UNLIKELY(r->data[off] & 3)) {
        start = off;
        if (read_size(r, &start, &n) < 0) return NULL;
    }
    if (UNLIKELY(n > (uint64_t)(r->size - start))) return truncated(r, n - (r->size - start)), NULL;
    if (r->skips && is_ascii(r->data + start, n)) {
        *offset = start + (Py_ssize_t)n;
        return Py_NewRef(Py_None);
    }
    PyObject *text = text_at(r, start, n);
    if (UNLIKELY(text == NULL)) return invalid_text(start), NULL;
    *offset = start + (Py_ssize_t)n;
    return text;
}

static inline double half(const uint8_t *p) {
#if PY_VERSION_HEX >= 0x030B0000
    return PyFloat_Unpack2((const char *)p, 1);
#else
    return _PyFloat_Unpack2(p, 1);
#endif
}

static inline double single(uint32_t bits) {
    float f;
    memcpy(&f, &bits, 4);
    return f;
}

/* Makes a number of up to 64 bits, whose bytes are all there. */
static inline PyObject *number_of(int head, const uint8_t *p) {
    double d;
    switch (head) {
    case H_INT8: return PyLong_FromLong((int8_t)*p);
    case H_INT16: return PyLong_FromLong((int16_t)load16(p));
    case H_INT32: return PyLong_FromLong((int32_t)load32(p));
    case H_INT64: return PyLong_FromLongLong((int64_t)load64(p));
    case H_UINT8: return PyLong_FromLong(*p);
    case H_UINT16: return PyLong_FromLong(load16(p));
    case H_UINT32: return PyLong_FromLongLong(load32(p));
    case H_UINT64: return PyLong_FromUnsignedLongLong(load64(p));
    case H_FLOAT64: memcpy(&d, p, 8); return PyFloat_FromDouble(d);
    case H_FLOAT32: return PyFloat_FromDouble(single(load32(p)));
    case H_FLOAT16: return PyFloat_FromDouble(half(p));
    default: return PyFloat_FromDouble(single((uint32_t)load16(p) << 16)); /* bfloat16 */
    }
}

/* Reads a value without children by the function in Python that reads such ones. */
static NOINLINE PyObject *read_leaf(Reader *r, int head, Py_ssize_t *off) {
    PyObject *result = PyObject_CallFunction(core.leaves[head], "On", (PyObject *)r, *off);
    if (result == NULL) {
        if (PyErr_ExceptionMatches(PyExc_IndexError) || PyErr_ExceptionMatches(core.struct_error)) {
            PyErr_Clear();
            truncated(r, 1);
        }
        return NULL;
    }
    PyObject *value = NULL;
    Py_ssize_t next = -1;
    if (PyTuple_CheckExact(result) && PyTuple_GET_SIZE(result) == 2) {
        value = Py_NewRef(PyTuple_GET_ITEM(result, 0));
        next = PyLong_AsSsize_t(PyTuple_GET_ITEM(result, 1));
    }
    Py_DECREF(result);
    if (value == NULL || next < *off || next > r->size) {
        Py_XDECREF(value);
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_SystemError, "a leaf of no value");
        return NULL;
    }
    *off = next;
    return value;
}

static PyObject *read_bytes(Reader *r, Py_ssize_t *off) {
    Py_ssize_t at = *off + 1, n;
    if (read_count(r, &at, 1, &n) < 0) return NULL;
    PyObject *value = r->skips ? Py_NewRef(Py_None) : PyBytes_FromStringAndSize((const char *)r->data + at, n);
    *off = at + n;
    return value;
}

/* Opens an object or an array, or makes an empty one. */
static inline int open_plain(Reader *r, int head, Py_ssize_t *off, PyObject **value) {
    Py_ssize_t at = *off + 1, n;
    if (read_count(r, &at, head == H_OBJECT ? 2 : 1, &n) < 0) return -1;
    PyObject *items = NULL;
    if (head == H_OBJECT && (!r->skips || r->unique)) {
        items = PyDict_New();
        if (items == NULL) return -1;
    }
    if (n == 0) {
        *value = items ? items : head == H_OBJECT || r->skips ? Py_NewRef(Py_None) : PyList_New(0);
        *off = at;
        return *value == NULL ? -1 : 0;
    }
    if (enter(r, *off, n, 1) < 0) {
        Py_XDECREF(items);
        return -1;
    }
    Frame *f = push_frame(r, head == H_OBJECT ? OBJECT : ARRAY, n);
    if (f == NULL) {
        Py_XDECREF(items);
        return -1;
    }
    f->items = items;
    *off = at;
    return 0;
}

/* Bytes of the number that a header starts, 0 where it starts none of up to 64 bits. */
static const uint8_t widths[256] = {
    [H_BFLOAT16] = 2, [H_FLOAT16] = 2, [H_FLOAT32] = 4, [H_FLOAT64] = 8,
    [H_INT8] = 1,     [H_INT16] = 2,   [H_INT32] = 4,   [H_INT64] = 8,
    [H_UINT8] = 1,    [H_UINT16] = 2,  [H_UINT32] = 4,  [H_UINT64] = 8,
};

/* Reads the value at an offset, or opens it: then there is none. */
static inline int read_value(Reader *r, Py_ssize_t *off, PyObject **value) {
    if (UNLIKELY(*off >= r->size)) return truncated(r, 1);
    const uint8_t *p = r->data + *off;
    int head = *p, width = widths[head];
    *value = NULL;
    if (head == H_STRING) {
        *value = read_string(r, off);
    } else if (width) {
        if (UNLIKELY(r->size - *off <= width)) return truncated(r, head == H_BFLOAT16 ? width + 1 - (r->size - *off) : 1);
        *value = r->skips ? Py_NewRef(Py_None) : number_of(head, p + 1);
        *off += 1 + width;
    } else if (head == H_OBJECT || head == H_ARRAY) {
        return open_plain(r, head, off, value);
    } else if (head == H_NULL || head == H_FALSE || head == H_TRUE) {
        *value = Py_NewRef(head == H_NULL ? Py_None : head == H_TRUE ? Py_True : Py_False);
        ++*off;
    } else if (head == H_UINT8_ARRAY && r->bytes) {
        *value = read_bytes(r, off);
    } else if (core.leaves[head] != NULL) {
        *value = read_leaf(r, head, off);
    } else {
        return open_rare(r, head, off, value);
    }
    return *value == NULL ? -1 : 0;
}

/* Reads a number of up to 64 bits; NULL without an exception where there is none. */
PyObject *read_narrow(Reader *r, Py_ssize_t *off) {
    int width = widths[r->data[*off]];
    if (width == 0 || r->size - *off <= width) return NULL;
    PyObject *value = number_of(r->data[*off], r->data + *off + 1);
    *off += 1 + width;
    return value;
}

/* Takes a value into the container that is open. */
static inline int put_value(Reader *r, Frame *f, PyObject *value, Py_ssize_t off) {
    if (f->kind == OBJECT) {
        int failed = f->items == NULL ? 0 : PyDict_SetItem(f->items, f->key, value);
        Py_DECREF(value);
        return failed;
    }
    if (f->kind == ARRAY || f->kind == TEXTS) {
        if (r->skips) {
            Py_DECREF(value);
            return 0;
        }
        return push_value(r, value);
    }
    return put_rare(r, f, value, off);
}

/* Returns what the innermost container has become, and leaves it. */
static inline PyObject *close_frame(Reader *r, Frame *f) {
    PyObject *value;
    if (f->kind == OBJECT || f->kind == INTS || f->kind == MEMBERS || f->kind == TAG) {
        value = f->items;
        f->items = NULL;
        if (value == NULL) value = Py_NewRef(Py_None);
    } else {
        value = list_of(r, f);
    }
    r->depth += f->kind == ROWS ? 2 : 1; /* a table is an array of objects */
    drop_frame(f);
    r->nframes--;
    return value;
}

/* Reads values until the innermost ROOT has one; `at` is how far it came where that fails. */
PyObject *walk(Reader *r, Py_ssize_t *at) {
    Py_ssize_t off = r->off;
    PyObject *value;
    for (;;) {
        /* If the input ends from here on, the next call begins at this child again. */
        r->off = off;
        Frame *f = &r->frames[r->nframes - 1];
        if (f->kind == OBJECT) {
            if (UNLIKELY(read_key(r, f, &off) < 0)) goto failed;
        } else if (UNLIKELY(f->kind >= INTS)) {
            if (f->kind >= TEXTS) {
                if (read_part(r, f, &off, &value) < 0) goto failed;
                if (value == NULL) continue;
                f = &r->frames[r->nframes - 1];
                goto take;
            }
            if (before_value(r, f, &off) < 0) goto failed;
        }
        if (UNLIKELY(read_value(r, &off, &value) < 0)) goto failed;
        if (value == NULL) continue; /* it was opened */
        f = &r->frames[r->nframes - 1];
    take:
        for (;;) {
            if (f->kind == ROOT) {
                r->off = off;
                return value;
            }
            if (UNLIKELY(put_value(r, f, value, off) < 0)) goto failed;
            if (--f->left) break;
            value = close_frame(r, f);
            if (UNLIKELY(value == NULL)) goto failed;
            f = &r->frames[r->nframes - 1];
        }
    }
failed:
    *at = off;
    return NULL;
}

/* Gives the exception that is raised the path to where the walk has come, if it is one of the package. */
static void add_path(Reader *r, Py_ssize_t off) {
    PyObject *error = take_exception();
    if (error != NULL && PyObject_IsInstance(error, core.DecodeError) == 1) {
        PyObject *path = path_of(r, off);
        if (path == NULL || PyObject_SetAttrString(error, "path", path) < 0) PyErr_Clear();
        Py_XDECREF(path);
    }
    put_exception(error);
}

/* Returns the value at `off`, and moves past it. */
PyObject *reader_read(Reader *r) {
    if (!begin_use(&r->busy)) {
        PyErr_SetString(PyExc_RuntimeError, "two threads read by one reader");
        return NULL;
    }
    Py_buffer view = {0};
    PyObject *src = Py_NewRef(r->src), *value = NULL;
    r->constant = PyBytes_CheckExact(src);
    if (r->constant) {
        r->data = (const uint8_t *)PyBytes_AS_STRING(src);
        r->size = PyBytes_GET_SIZE(src);
    } else if (PyObject_GetBuffer(src, &view, PyBUF_SIMPLE) == 0) {
        r->data = view.buf;
        r->size = view.len;
    } else {
        goto done;
    }
    if (r->off < 0 || r->off > r->size) r->off = r->size;
    if (!r->skips) r->places = take_places();
    Py_ssize_t at;
    value = walk(r, &at);
    if (r->places != NULL) leave_places(r->places);
    r->places = NULL;
    if (value == NULL) add_path(r, at);
    if (view.obj != NULL) PyBuffer_Release(&view);
done:
    r->data = NULL;
    r->size = 0;
    Py_DECREF(src);
    end_use(&r->busy);
    return value;
}
