/* The module beve._native: the compiled core. beve._core gives it what it calls in Python. */
#include "reader.h"
#include "writer.h"

Core core;

/* The names of what is called in Python, and where they go. */
static const struct {
    const char *name;
    PyObject **place;
} names[] = {
    {"DecodeError", &core.DecodeError}, {"TruncatedError", &core.TruncatedError},
    {"MalformedError", &core.MalformedError}, {"DepthError", &core.DepthError},
    {"LimitError", &core.LimitError}, {"DuplicateError", &core.DuplicateError},
    {"TrailingError", &core.TrailingError}, {"EncodeError", &core.EncodeError},
    {"MismatchError", &core.MismatchError},
    {"struct_error", &core.struct_error}, {"pointer", &core.pointer}, {"shown", &core.shown},
    {"wrong_header", &core.wrong_header}, {"is_type_tag", &core.is_type_tag},
    {"message_start", &core.message_start}, {"check_message", &core.check_message},
    {"arrays_for", &core.arrays_for}, {"NoArrays", &core.no_arrays}, {"TypeTag", &core.TypeTag},
    {"Decoding", &core.Decoding}, {"Encoding", &core.Encoding},
    {"decoding", &core.decoding}, {"encoding", &core.encoding},
    {"function_for", &core.function_for}, {"utf8", &core.utf8},
    {"wide_integer", &core.wide_integer}, {"write_complexes", &core.write_complexes},
    {"source_of", &core.source_of}, {"count_key", &core.count_key},
};

static PyObject *configure(PyObject *module, PyObject *given) {
    (void)module;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        PyObject *value = PyMapping_GetItemString(given, names[i].name);
        if (value == NULL) return NULL;
        Py_XSETREF(*names[i].place, value);
    }
    PyObject *leaves = PyMapping_GetItemString(given, "leaves"), *kinds = PyMapping_GetItemString(given, "kinds");
    for (int head = 0; leaves != NULL && kinds != NULL && head < 256; head++) {
        PyObject *key = PyLong_FromLong(head);
        if (key == NULL) break;
        Py_XSETREF(core.leaves[head], Py_XNewRef(PyDict_GetItemWithError(leaves, key)));
        core.kinds[head] = PyDict_Contains(kinds, key) == 1;
        Py_DECREF(key);
    }
    Py_XDECREF(leaves);
    Py_XDECREF(kinds);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* Options of the latest call that had some, where all were True, False or None. */
typedef struct {
    PyObject *names, *options;
    PyObject *values[4];
} Kept;

/* Returns the options that keyword arguments choose. */
static PyObject *options_of(PyObject *cls, PyObject *usual, PyObject *keywords, PyObject *const *values, Kept *kept) {
    Py_ssize_t n = keywords == NULL ? 0 : PyTuple_GET_SIZE(keywords);
    if (n == 0) return Py_NewRef(usual);
    bool plain = n <= 4, same = keywords == kept->names;
    for (Py_ssize_t i = 0; i < n && plain; i++) {
        plain = values[i] == Py_True || values[i] == Py_False || values[i] == Py_None;
        same = same && values[i] == kept->values[i];
    }
#ifdef Py_GIL_DISABLED
    plain = false;
#endif
    if (plain && same) return Py_NewRef(kept->options);
    PyObject *made = PyObject_Vectorcall(cls, values, 0, keywords);
    if (made != NULL && plain) {
        Py_XSETREF(kept->names, Py_NewRef(keywords));
        Py_XSETREF(kept->options, Py_NewRef(made));
        memcpy(kept->values, values, n * sizeof *values);
    }
    return made;
}

static bool one_argument(const char *name, Py_ssize_t n) {
    if (n == 1) return true;
    PyErr_Format(PyExc_TypeError, "%s() takes one positional argument but %zd were given", name, n);
    return false;
}

PyDoc_STRVAR(dumps_doc,
             "dumps($module, value, /, **options)\n--\n\n"
             "Return a value as BEVE.\n\n"
             "The keyword arguments are those of `EncodeOptions`. How each type is written is\n"
             "in the documentation of the package. EncodeError says what cannot be written, and\n"
             "where it is.");

static PyObject *dumps(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *keywords) {
    static Kept kept;
    (void)module;
    if (!one_argument("dumps", n)) return NULL;
    PyObject *options = options_of(core.Encoding, core.encoding, keywords, args + n, &kept), *made = NULL;
    Writer *w = options == NULL ? NULL : new_writer(options, 0);
    if (w != NULL && write_root(w, args[0]) == 0) made = writer_bytes(w);
    Py_XDECREF(options);
    Py_XDECREF(w);
    return made;
}

/* Returns where the value of a message starts, or -1. */
static Py_ssize_t start_of(PyObject *src) {
    if (PyBytes_CheckExact(src)) {
        uint8_t first = (uint8_t)*PyBytes_AS_STRING(src); /* 0 of an empty message */
        if (first != H_DELIMITER && first != H_FRAMING) return 0;
    }
    PyObject *start = PyObject_CallOneArg(core.message_start, src);
    Py_ssize_t off = start == NULL ? -1 : PyLong_AsSsize_t(start);
    Py_XDECREF(start);
    return off;
}

PyDoc_STRVAR(loads_doc,
             "loads($module, data, /, **options)\n--\n\n"
             "Decode a message that is in memory: bytes, a bytearray, a memoryview, an mmap or the like.\n\n"
             "The keyword arguments are those of `DecodeOptions`. What each value becomes is\n"
             "in the documentation of the package. DecodeError says what is wrong, where, and\n"
             "in which part of the value.");

static PyObject *loads(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *keywords) {
    static Kept kept;
    (void)module;
    if (!one_argument("loads", n)) return NULL;
    PyObject *src = PyBytes_CheckExact(args[0]) ? Py_NewRef(args[0]) : PyObject_CallOneArg(core.source_of, args[0]);
    if (src == NULL) return NULL;
    PyObject *options = options_of(core.Decoding, core.decoding, keywords, args + n, &kept), *value = NULL;
    Reader *r = NULL;
    if (options != NULL && options != core.decoding) {
        PyObject *none = PyObject_CallFunctionObjArgs(core.check_message, src, options, NULL);
        if (none == NULL) Py_CLEAR(options);
        Py_XDECREF(none);
    }
    Py_ssize_t off = options == NULL ? -1 : start_of(src);
    if (off >= 0) r = new_reader(src, off, options, false);
    if (r != NULL) value = reader_read(r);
    if (value != NULL && r->off < PyObject_Size(src)) {
        Py_CLEAR(value);
        raise_at(core.TrailingError, r->off, "data after the value");
    }
    Py_XDECREF(r);
    Py_XDECREF(options);
    Py_DECREF(src);
    return value;
}

/* Reads a message by a plan; returns the plan where loads and from_value have to. */
static PyObject *loads_by(PyObject *module, PyObject *args) {
    PyObject *plan, *src, *options, *value = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!OO", &PlanType, &plan, &src, &options)) return NULL;
    if (!PyBytes_CheckExact(src)) return Py_NewRef(plan);
    Py_ssize_t start = start_of(src);
    if (start >= 0) value = read_message_as(plan, src, start, options);
    if (value == NULL && start < 0 && PyErr_ExceptionMatches(core.DecodeError)) PyErr_Clear();
    return value != NULL || PyErr_Occurred() ? value : Py_NewRef(plan);
}

static PyMethodDef functions[] = {
    {"configure", configure, METH_O, "Take what is called in Python."},
    {"dumps", (PyCFunction)(void (*)(void))dumps, METH_FASTCALL | METH_KEYWORDS, dumps_doc},
    {"loads", (PyCFunction)(void (*)(void))loads, METH_FASTCALL | METH_KEYWORDS, loads_doc},
    {"loads_by", loads_by, METH_VARARGS, "Read a message by a plan."},
    {NULL},
};

static int fill(PyObject *module) {
    if (begin_functions() < 0) return -1;
    if (PyType_Ready(&ReaderType) < 0 || PyType_Ready(&WriterType) < 0 || PyType_Ready(&PlanType) < 0) return -1;
    if (PyModule_AddObjectRef(module, "Reader", (PyObject *)&ReaderType) < 0) return -1;
    if (PyModule_AddObjectRef(module, "Plan", (PyObject *)&PlanType) < 0) return -1;
    return PyModule_AddObjectRef(module, "Writer", (PyObject *)&WriterType);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, fill},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
#if PY_VERSION_HEX >= 0x030D0000
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "_native", .m_doc = "The compiled core.", .m_methods = functions, .m_slots = slots,
};

PyMODINIT_FUNC PyInit__native(void) { return PyModuleDef_Init(&definition); }
