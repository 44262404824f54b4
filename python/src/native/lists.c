/* Lists that are written as one thing: typed arrays, and tables of rows. */
#include "writer.h"

/* The tables of Go stop at this level. */
#define TABLE_LEVELS 64

static bool of_one_type(PyObject **items, Py_ssize_t n) {
    for (Py_ssize_t i = 1; i < n; i++)
        if (Py_TYPE(items[i]) != Py_TYPE(*items)) return false;
    return true;
}

static int write_floats(Writer *w, PyObject **items, Py_ssize_t n) {
    double *raw = PyMem_Malloc(n * sizeof *raw);
    if (raw == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < n; i++) raw[i] = PyFloat_AS_DOUBLE(items[i]);
    int failed = put_numbers(w, H_FLOAT64_ARRAY, 8, n, raw, n * 8);
    PyMem_Free(raw);
    return failed;
}

/* Writes integers as int64, or as uint64 where only that holds them; not done beyond. */
static int write_integers(Writer *w, PyObject **items, Py_ssize_t n, bool *done) {
    uint64_t *raw = PyMem_Malloc(n * sizeof *raw);
    if (raw == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    bool negative = false, large = false, fits = true;
    for (Py_ssize_t i = 0; fits && i < n; i++) {
        int over;
        long long v = PyLong_AsLongLongAndOverflow(items[i], &over);
        if (over == 0) {
            negative |= v < 0;
            raw[i] = (uint64_t)v;
        } else if (over < 0) {
            fits = false;
        } else {
            large = true;
            raw[i] = PyLong_AsUnsignedLongLong(items[i]);
            if (PyErr_Occurred()) {
                PyErr_Clear();
                fits = false;
            }
        }
    }
    int failed = 0;
    if (fits && !(negative && large)) {
        failed = put_numbers(w, large ? H_UINT64_ARRAY : H_INT64_ARRAY, 8, n, raw, n * 8);
        *done = true;
    }
    PyMem_Free(raw);
    return failed;
}

static int write_texts(Writer *w, PyObject **items, Py_ssize_t n) {
    if (put_head(w, H_STRINGS, n) < 0) return -1;
    for (Py_ssize_t i = 0; i < n; i++)
        if (put_text(w, items[i]) < 0) return -1;
    return 0;
}

static int write_bools(Writer *w, PyObject **items, Py_ssize_t n) {
    Py_ssize_t size = (n + 7) / 8;
    if (put_head(w, H_BOOLS, n) < 0 || make_room(w, size) < 0) return -1;
    uint8_t *to = w->at;
    memset(to, 0, size);
    for (Py_ssize_t i = 0; i < n; i++) to[i >> 3] |= (uint8_t)((items[i] == Py_True) << (i & 7));
    w->at += size;
    return 0;
}

/* Writes a list as a typed array, if it is one. */
int write_typed(Writer *w, PyObject *list, bool *done) {
    PyObject *tuple = PySequence_Tuple(list); /* that nobody changes */
    if (tuple == NULL) return -1;
    PyObject **items = ((PyTupleObject *)tuple)->ob_item;
    Py_ssize_t n = PyTuple_GET_SIZE(tuple);
    int failed = 0;
    if (n > 0 && of_one_type(items, n)) {
        PyTypeObject *type = Py_TYPE(*items);
        *done = type == &PyFloat_Type || type == &PyUnicode_Type || type == &PyBool_Type;
        if (type == &PyFloat_Type) failed = write_floats(w, items, n);
        else if (type == &PyUnicode_Type) failed = write_texts(w, items, n);
        else if (type == &PyBool_Type) failed = write_bools(w, items, n);
        else if (type == &PyLong_Type) failed = write_integers(w, items, n, done);
        else if (type == &PyComplex_Type) {
            PyObject *made = PyObject_CallFunctionObjArgs(core.write_complexes, (PyObject *)w, tuple, NULL);
            failed = made == NULL ? -1 : 0;
            Py_XDECREF(made);
            *done = true;
        }
    }
    Py_DECREF(tuple);
    return failed;
}

/* Reports whether a table may have a field of this name: others are read as type tags. */
static bool is_clean(PyObject *name) {
    Py_ssize_t n = PyUnicode_GET_LENGTH(name);
    for (Py_ssize_t i = 0; i < n; i++) {
        Py_UCS4 c = PyUnicode_READ_CHAR(name, i);
        if (c < 0x20 || c == 0x7F) return false;
    }
    return n > 0;
}

/* Returns the names of the fields of a table, or NULL without an exception where there is none. */
static PyObject *names_of(Writer *w, PyObject *row, PyObject *shape) {
    PyObject *names;
    if (shape == NULL) {
        names = PySequence_List(row);
        if (names != NULL && w->sort_keys && PyList_Sort(names) < 0) { /* then they are not all text */
            PyErr_Clear();
            Py_CLEAR(names);
        }
    } else {
        names = PyList_New(0);
        for (Py_ssize_t i = 0; names != NULL && i < PyTuple_GET_SIZE(shape); i++)
            if (PyList_Append(names, PyTuple_GET_ITEM(PyTuple_GET_ITEM(shape, i), 2)) < 0) Py_CLEAR(names);
    }
    if (names == NULL) return NULL;
    bool good = PyList_GET_SIZE(names) > 0;
    for (Py_ssize_t i = 0; good && i < PyList_GET_SIZE(names); i++) {
        PyObject *name = PyList_GET_ITEM(names, i);
        good = PyUnicode_CheckExact(name) && is_clean(name);
    }
    if (!good) Py_CLEAR(names);
    return names;
}

/* Returns a member of a dict, or NULL, without an exception where there is none. */
static PyObject *item_of(PyObject *dict, PyObject *key) {
#if PY_VERSION_HEX >= 0x030D0000
    PyObject *item;
    PyDict_GetItemRef(dict, key, &item);
    return item;
#else
    return Py_XNewRef(PyDict_GetItemWithError(dict, key));
#endif
}

/* Returns the cells of a table, row after row, or NULL, without an exception where rows differ in keys. */
static PyObject *cells_of(PyObject *rows, PyObject *names, PyObject *shape) {
    Py_ssize_t n = PyTuple_GET_SIZE(rows), fields = PyList_GET_SIZE(names);
    PyObject *cells = PyTuple_New(n * fields);
    for (Py_ssize_t i = 0; cells != NULL && i < n; i++) {
        PyObject *row = PyTuple_GET_ITEM(rows, i);
        if (shape == NULL && PyDict_GET_SIZE(row) != fields) Py_CLEAR(cells);
        for (Py_ssize_t j = 0; cells != NULL && j < fields; j++) {
            PyObject *cell;
            if (shape != NULL) cell = PyObject_GetAttr(row, PyTuple_GET_ITEM(PyTuple_GET_ITEM(shape, j), 0));
            else cell = item_of(row, PyList_GET_ITEM(names, j));
            if (cell == NULL) Py_CLEAR(cells);
            else PyTuple_SET_ITEM(cells, i * fields + j, cell);
        }
    }
    return cells;
}

/* Writes dicts with the same keys, or dataclasses of one class, as a table, if they are that. */
int write_table(Writer *w, PyObject *list, bool *done) {
    if (w->nframes + 1 > TABLE_LEVELS) return 0;
    PyObject *rows = PySequence_Tuple(list), *shape = NULL, *names = NULL, *cells = NULL;
    if (rows == NULL || freeze(w) < 0) goto failed;
    Py_ssize_t n = PyTuple_GET_SIZE(rows);
    if (n == 0 || !of_one_type(((PyTupleObject *)rows)->ob_item, n)) goto none;
    PyObject *first = PyTuple_GET_ITEM(rows, 0);
    if (!PyDict_CheckExact(first)) {
        if (PyUnicode_CheckExact(first) || PyLong_CheckExact(first) || PyFloat_CheckExact(first) || PyList_CheckExact(first)) goto none;
        shape = function_of(Py_TYPE(first));
        if (shape == NULL) goto failed;
        if (!PyTuple_CheckExact(shape)) goto none;
    }
    names = names_of(w, first, shape);
    if (names != NULL) cells = cells_of(rows, names, shape);
    if (cells == NULL) {
        if (PyErr_Occurred()) goto failed;
        goto none;
    }
    Py_ssize_t fields = PyList_GET_SIZE(names);
    if (put_head(w, H_TABLE, fields) < 0) goto failed;
    for (Py_ssize_t i = 0; i < fields; i++)
        if (put_text(w, PyList_GET_ITEM(names, i)) < 0) goto failed;
    if (put_size(w, n) < 0) goto failed;
    WriterFrame *f = open_frame(w, LIST_FRAME, Py_NewRef(cells), n * fields, 2);
    if (f == NULL) goto failed;
    f->names = Py_NewRef(names);
    *done = true;
none:
failed:
    Py_XDECREF(rows);
    Py_XDECREF(shape);
    Py_XDECREF(names);
    Py_XDECREF(cells);
    return PyErr_Occurred() ? -1 : 0;
}
