/* The containers of the reader: frames, and what the rarer kinds need. _frames.py and _containers.py, compiled. */
#include "reader.h"

#define LEAST_ENTRY 9
#define LONG_SIZE 0xFFFF
#define CONTAINER_FLAG (1 << 6)

/* Opens a frame. What is in it is set by the caller. */
Frame *push_frame(Reader *r, int kind, Py_ssize_t total) {
    if (UNLIKELY(r->nframes == r->frame_capacity) &&
        grow((void **)&r->frames, &r->frame_capacity, sizeof(Frame), r->first_frames) < 0)
        return NULL;
    Frame *f = &r->frames[r->nframes++];
    memset(f, 0, sizeof *f);
    f->kind = kind;
    f->total = f->left = total;
    f->base = r->nvalues;
    return f;
}

/* Lets go of what a frame holds. */
void drop_frame(Frame *f) {
    Py_CLEAR(f->items);
    Py_CLEAR(f->key);
    if (UNLIKELY(f->kind >= ENTRIES || f->kind == MEMBERS || f->kind == ROWS || f->kind == NAMES || f->kind == INTS)) {
        Py_CLEAR(f->names);
        PyMem_Free(f->entries);
        f->entries = NULL;
    }
}

/* Holds an element of the innermost array; takes the reference. */
int push_value(Reader *r, PyObject *value) {
    if (UNLIKELY(r->nvalues == r->value_capacity) &&
        grow((void **)&r->values, &r->value_capacity, sizeof(PyObject *), r->first_values) < 0) {
        Py_DECREF(value);
        return -1;
    }
    r->values[r->nvalues++] = value;
    return 0;
}

/* Makes a list of the elements of a frame. */
PyObject *list_of(Reader *r, Frame *f) {
    if (r->skips) return Py_NewRef(Py_None);
    Py_ssize_t n = r->nvalues - f->base;
    PyObject *list = PyList_New(n);
    if (list == NULL) return NULL;
    for (Py_ssize_t i = 0; i < n; i++) PyList_SET_ITEM(list, i, r->values[f->base + i]);
    r->nvalues = f->base;
    return list;
}

/* Drops everything that is open. */
void reader_clear(Reader *r) {
    while (r->nframes > 0) drop_frame(&r->frames[--r->nframes]);
    while (r->nvalues > 0) Py_DECREF(r->values[--r->nvalues]);
}

/* Opens a container with the given children, or makes an empty one. */
static int open_counted(Reader *r, int kind, int width, Py_ssize_t n, Py_ssize_t *off, Py_ssize_t next, PyObject **value) {
    PyObject *items = NULL;
    if (kind != TEXTS && (items = PyDict_New()) == NULL) return -1;
    if (n == 0) {
        *value = items ? items : r->skips ? Py_NewRef(Py_None) : PyList_New(0);
        *off = next;
        return *value == NULL ? -1 : 0;
    }
    Frame *f = enter(r, *off, n, 1) < 0 ? NULL : push_frame(r, kind, n);
    if (f == NULL) {
        Py_XDECREF(items);
        return -1;
    }
    f->items = items;
    f->width = width;
    if (kind == ENTRIES && (f->entries = PyMem_Calloc(n, sizeof(Entry))) == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    *off = next;
    return 0;
}

/* Reports whether what is at `off` is a table for sure: names without control characters, rows, a value. */
bool surely_table(Reader *r, Py_ssize_t off) {
    const uint8_t *p = r->data;
    if (r->legacy_tags || off >= r->size || (p[off] & 3) || p[off] == 0) return false;
    for (int fields = p[off++] >> 2; fields > 0; fields--) {
        if (off >= r->size || (p[off] & 3) || p[off] == 0) return false;
        Py_ssize_t n = p[off++] >> 2;
        if (n > r->size - off || !is_ascii(p + off, n)) return false;
        for (Py_ssize_t end = off + n; off < end; off++)
            if (p[off] < 0x20 || p[off] == 0x7F) return false;
    }
    if (off >= r->size || p[off] < 4) return false;
    off += (Py_ssize_t)1 << (p[off] & 3);
    return off < r->size && core.kinds[p[off]];
}

static int open_table(Reader *r, Py_ssize_t *off) {
    int tagged = 0;
    Py_ssize_t at = *off + 1, n;
    if (!surely_table(r, at)) {
        PyObject *verdict = PyObject_CallFunction(core.is_type_tag, "On", (PyObject *)r, *off);
        if (verdict == NULL) return -1;
        tagged = PyObject_IsTrue(verdict);
        Py_DECREF(verdict);
    }
    if (!tagged) {
        /* The last child is the number of rows. A table is entered when that is known. */
        if (read_count(r, &at, 1, &n) < 0) return -1;
        Frame *f = push_frame(r, NAMES, n + 1);
        if (f == NULL || (f->names = PyList_New(0)) == NULL) return -1;
        *off = at;
        return 0;
    }
    uint64_t index;
    if (read_size(r, &at, &index) < 0 || enter(r, *off, 1, 1) < 0) return -1;
    Frame *f = push_frame(r, TAG, 1);
    if (f == NULL || (f->key = PyLong_FromUnsignedLongLong(index)) == NULL) return -1;
    *off = at;
    return 0;
}

static int raise_wrong_header(Reader *r, Py_ssize_t off) {
    PyObject *error = PyObject_CallFunction(core.wrong_header, "On", r->src, off);
    if (error != NULL) {
        PyErr_SetObject((PyObject *)Py_TYPE(error), error);
        Py_DECREF(error);
    }
    return -1;
}

/* Opens a container of the rarer kinds, or makes an empty one. */
int open_rare(Reader *r, int head, Py_ssize_t *off, PyObject **value) {
    Py_ssize_t at = *off + 1, n;
    int kind = head >> 3 & 3, width = head >> 5;
    if (head == H_STRINGS) {
        if (read_count(r, &at, 1, &n) < 0) return -1;
        if (r->texts != NULL && n > 0 && (read_column(r, n, off, at, value) < 0 || *value != NULL)) return *value == NULL ? -1 : 0;
        return open_counted(r, TEXTS, 0, n, off, at, value);
    }
    if (head == H_TABLE) return open_table(r, off);
    if (head == H_INDEXED) {
        if (at >= r->size) return truncated(r, 1);
        if (r->data[at] != H_OBJECT) return raise_wrong_header(r, *off);
        at++;
        if (read_count(r, &at, LEAST_ENTRY, &n) < 0) return -1;
        return open_counted(r, ENTRIES, 0, n, off, at, value);
    }
    if ((head & 7) == TYPE_OBJECT && (kind == 1 || kind == 2) && width <= 4) {
        if (read_count(r, &at, (1u << width) + 1, &n) < 0) return -1;
        return open_counted(r, INTS, kind == 1 ? -(1 << width) : 1 << width, n, off, at, value);
    }
    return raise_wrong_header(r, *off);
}

/* Makes an integer of a number of bytes, negative where it is signed. */
static PyObject *integer_of(const uint8_t *p, int width) {
    switch (width) {
    case 1: return PyLong_FromLong(*p);
    case 2: return PyLong_FromLong(load16(p));
    case 4: return PyLong_FromLongLong(load32(p));
    case 8: return PyLong_FromUnsignedLongLong(load64(p));
    case -1: return PyLong_FromLong((int8_t)*p);
    case -2: return PyLong_FromLong((int16_t)load16(p));
    case -4: return PyLong_FromLong((int32_t)load32(p));
    case -8: return PyLong_FromLongLong((int64_t)load64(p));
    }
#if PY_VERSION_HEX >= 0x030D0000
    int flags = Py_ASNATIVEBYTES_LITTLE_ENDIAN | (width > 0 ? Py_ASNATIVEBYTES_UNSIGNED_BUFFER : 0);
    return width > 0 ? PyLong_FromUnsignedNativeBytes(p, 16, flags) : PyLong_FromNativeBytes(p, 16, flags);
#else
    return _PyLong_FromByteArray(p, 16, 1, width < 0);
#endif
}

/* Returns what stands for an integer key in a dict, which is text where nothing else is made of that. */
static PyObject *held_key(Reader *r, PyObject *key) {
    return r->skips ? PyObject_Str(key) : Py_NewRef(key);
}

static int read_int_key(Reader *r, Frame *f, Py_ssize_t *off) {
    int size = f->width < 0 ? -f->width : f->width;
    if (r->size - *off < size) return truncated(r, size - (r->size - *off));
    PyObject *key = integer_of(r->data + *off, f->width);
    if (key == NULL) return -1;
    Py_XSETREF(f->key, key);
    if (r->unique) {
        PyObject *held = held_key(r, key);
        int there = held == NULL ? -1 : PyDict_Contains(f->items, held);
        Py_XDECREF(held);
        if (there) {
            if (there > 0) raise_at(core.DuplicateError, *off, "duplicate key %S", key);
            return -1;
        }
    }
    f->start = *off;
    *off += size;
    return 0;
}

/* Takes a value under an integer key. */
static int put_int(Reader *r, Frame *f, PyObject *value) {
    if (r->skips && !r->unique) return 0;
    PyObject *held = held_key(r, f->key);
    if (held == NULL) return -1;
    Py_ssize_t before = PyDict_GET_SIZE(f->items);
    int failed = PyDict_SetItem(f->items, held, value);
    Py_DECREF(held);
    if (failed || r->skips || (f->width != 16 && f->width != -16) || PyDict_GET_SIZE(f->items) == before) return failed;
    if (f->names == NULL && (f->names = PyDict_New()) == NULL) return -1;
    PyObject *none = PyObject_CallFunction(core.count_key, "OOn", f->names, f->key, f->start);
    Py_XDECREF(none);
    return none == NULL ? -1 : 0;
}

/* Reads what stands before a value: an integer key, or nothing where an index has told the name. */
int before_value(Reader *r, Frame *f, Py_ssize_t *off) {
    if (f->kind == INTS) return read_int_key(r, f, off);
    Entry *entry = &f->entries[f->total - f->left];
    PyObject *key = text_at(r, entry->name, entry->length);
    if (key == NULL) return -1;
    Py_XSETREF(f->key, key);
    f->start = *off;
    if (*off - f->data != entry->offset) {
        raise_at(core.MalformedError, *off, "value of an indexed object at %zd, not %u", *off - f->data, entry->offset);
        return -1;
    }
    return 0;
}

/* Checks what the index says of the value that ends at `off`. */
static int check_member(Reader *r, Frame *f, Py_ssize_t off) {
    Entry *entry = &f->entries[f->total - f->left];
    Py_ssize_t size = off - f->start;
    if ((size < LONG_SIZE ? size : LONG_SIZE) != entry->size) {
        raise_at(core.MalformedError, f->start, "value of an indexed object of %zd bytes, not %d", size, entry->size);
        return -1;
    }
    int flags = r->data[f->start] & 7;
    bool sure = flags != TYPE_EXTENSION; /* of extensions it depends on the reader which are containers */
    int kind = flags;
    if (sure && flags >= TYPE_OBJECT) flags |= CONTAINER_FLAG;
    if ((entry->flags & 7) != kind || (sure && entry->flags != flags)) {
        raise_at(core.MalformedError, f->start, "value of an indexed object of another type than its index says");
        return -1;
    }
    return 0;
}

/* Finds the text at an offset without making it. */
static int find_text(Reader *r, Py_ssize_t *off, Py_ssize_t *start) {
    Py_ssize_t n;
    if (read_count(r, off, 1, &n) < 0) return -1;
    *start = *off;
    *off += n;
    return 0;
}

static PyObject *read_text(Reader *r, Py_ssize_t *off) {
    Py_ssize_t start, end = *off;
    if (find_text(r, &end, &start) < 0) return NULL;
    PyObject *text = text_at(r, start, end - start);
    if (text == NULL) return invalid_text(start), NULL;
    *off = end;
    return text;
}

static int read_entry(Reader *r, Frame *f, Py_ssize_t *off) {
    Py_ssize_t at = *off;
    Entry *entry = &f->entries[f->total - f->left], *before = entry - 1;
    PyObject *name = read_text(r, &at);
    if (name == NULL) return -1;
    Py_DECREF(name);
    at = *off;
    if (find_text(r, &at, &entry->name) < 0) return -1;
    entry->length = at - entry->name;
    if (r->size - at < 7) return truncated(r, 7 - (r->size - at));
    entry->offset = load32(r->data + at);
    entry->size = load16(r->data + at + 4);
    entry->flags = r->data[at + 6];
    const char *fault = NULL;
    if (entry->flags & ~(CONTAINER_FLAG | 7)) {
        raise_at(core.MalformedError, at + 6, "index flags with reserved bits");
        return -1;
    }
    if (f->left == f->total) {
        if (entry->offset) fault = "index of values that do not start at 0";
    } else {
        Py_ssize_t least = before->length < entry->length ? before->length : entry->length;
        int order = memcmp(r->data + before->name, r->data + entry->name, least);
        uint64_t end = (uint64_t)before->offset + before->size;
        if (order > 0 || (order == 0 && before->length >= entry->length)) fault = "index with unsorted or repeated names";
        else if (entry->offset < end || (before->size != LONG_SIZE && entry->offset != end)) fault = "index with a gap or an overlap";
    }
    if (fault != NULL) {
        raise_at(core.MalformedError, *off, "%s", fault);
        return -1;
    }
    *off = at + 7;
    if (--f->left == 0) {
        f->kind = MEMBERS;
        f->left = f->total;
        f->data = *off;
    }
    return 0;
}

/* Reads a name of a table, or the number of rows, which may be none: then there is a value. */
static int read_name(Reader *r, Frame *f, Py_ssize_t *off, PyObject **value) {
    if (f->left > 1) {
        PyObject *name = read_text(r, off);
        int failed = name == NULL ? -1 : PyList_Append(f->names, name);
        Py_XDECREF(name);
        f->left -= failed == 0;
        return failed;
    }
    Py_ssize_t fields = PyList_GET_SIZE(f->names), at = *off, rows;
    PyObject *distinct = PySet_New(f->names);
    if (distinct == NULL) return -1;
    bool repeated = PySet_GET_SIZE(distinct) < fields;
    Py_DECREF(distinct);
    if (repeated) {
        raise_at(core.MalformedError, *off, "table with repeated names");
        return -1;
    }
    if (read_count(r, &at, fields, &rows) < 0) return -1;
    if (fields == 0 && rows > 0) {
        raise_at(core.MalformedError, *off, "table of rows without fields");
        return -1;
    }
    PyObject *names = f->names;
    f->names = NULL;
    drop_frame(f);
    r->nframes--;
    if (rows == 0) {
        Py_DECREF(names);
        *off = at;
        *value = r->skips ? Py_NewRef(Py_None) : PyList_New(0);
        return *value == NULL ? -1 : 0;
    }
    if (enter(r, *off, rows + rows * fields, 2) < 0 || (f = push_frame(r, ROWS, rows * fields)) == NULL) {
        Py_DECREF(names);
        return -1;
    }
    f->names = names;
    *off = at;
    return 0;
}

/* Reads a child that is not a value, and returns a value where that completes one. */
int read_part(Reader *r, Frame *f, Py_ssize_t *off, PyObject **value) {
    *value = NULL;
    if (f->kind == NAMES) return read_name(r, f, off, value);
    if (f->kind == ENTRIES) return read_entry(r, f, off);
    for (;;) { /* texts: all but the last one go into the array, and that is returned */
        if (r->skips) {
            Py_ssize_t start, end = *off;
            if (find_text(r, &end, &start) < 0) return -1;
            if (is_ascii(r->data + start, end - start)) {
                *off = end;
                *value = Py_NewRef(Py_None);
            } else {
                *value = read_text(r, off);
            }
        } else {
            *value = read_text(r, off);
        }
        if (*value == NULL) return -1;
        if (f->left == 1) return 0;
        if (r->skips) Py_DECREF(*value);
        else if (push_value(r, *value) < 0) return -1;
        f->left--;
        r->off = *off;
    }
}

/* Takes a value, which ends at `off`, into a container of the rarer kinds; takes the reference. */
int put_rare(Reader *r, Frame *f, PyObject *value, Py_ssize_t off) {
    int failed = 0;
    if (f->kind == MEMBERS) failed = check_member(r, f, off);
    if (failed == 0 && f->kind == TAG) {
        f->items = r->skips ? Py_NewRef(Py_None) : PyObject_CallFunctionObjArgs(core.TypeTag, f->key, value, NULL);
        failed = f->items == NULL ? -1 : 0;
    } else if (failed == 0 && f->kind == INTS) {
        failed = put_int(r, f, value);
    } else if (failed == 0 && f->kind != ROWS) {
        failed = PyDict_SetItem(f->items, f->key, value);
    } else if (failed == 0 && !r->skips) {
        Py_ssize_t fields = PyList_GET_SIZE(f->names), i = (f->total - f->left) % fields;
        if (i == 0) Py_XSETREF(f->items, PyDict_New());
        failed = f->items == NULL ? -1 : PyDict_SetItem(f->items, PyList_GET_ITEM(f->names, i), value);
        if (failed == 0 && i == fields - 1) {
            PyObject *row = f->items;
            f->items = NULL;
            failed = push_value(r, row);
        }
    }
    Py_DECREF(value);
    return failed;
}

/* Appends to a list; takes the reference. */
static int append(PyObject *list, PyObject *item) {
    int failed = item == NULL ? -1 : PyList_Append(list, item);
    Py_XDECREF(item);
    return failed;
}

/* Appends the keys that lead to the child that is being read. */
static int add_segment(Reader *r, Frame *f, PyObject *segments) {
    Py_ssize_t index = f->total - f->left;
    if (f->kind == ARRAY || f->kind == TEXTS) return append(segments, PyLong_FromSsize_t(index));
    if (f->kind == ROWS) {
        Py_ssize_t fields = PyList_GET_SIZE(f->names);
        if (append(segments, PyLong_FromSsize_t(index / fields)) < 0) return -1;
        return PyList_Append(segments, PyList_GET_ITEM(f->names, index % fields));
    }
    if (f->kind == OBJECT && r->skips && !r->unique) return append(segments, text_at(r, f->key_at, f->key_size));
    if (f->key != NULL && f->kind != TAG) return PyList_Append(segments, f->key);
    return 0;
}

/* Returns where the walk stands that has come to `off`. */
PyObject *path_of(Reader *r, Py_ssize_t off) {
    PyObject *segments = PyList_New(0), *path = NULL;
    for (Py_ssize_t i = 0; segments != NULL && i < r->nframes; i++) {
        Frame *f = &r->frames[i];
        if (i == r->nframes - 1 && (f->kind == OBJECT || f->kind == INTS) && off == r->off) break; /* its key is not read yet */
        if (add_segment(r, f, segments) < 0) Py_CLEAR(segments);
    }
    if (segments != NULL) {
        PyObject *keys = PyList_AsTuple(segments);
        if (keys != NULL) path = PyObject_Call(core.pointer, keys, NULL);
        Py_XDECREF(keys);
        Py_DECREF(segments);
    }
    return path;
}
