/* What the files of the compiled core share: names of the wire, what they call in Python, text.

   The core is the two walks of the package, Reader and Writer, as _reader.py and _writer.py
   have them: the same values, bytes, errors and paths. What is rare it leaves to the same
   functions in Python that those call. */
#ifndef BEVE_NATIVE_H
#define BEVE_NATIVE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if PY_BIG_ENDIAN
#error "the compiled core is for little-endian machines; others use the package in Python"
#endif

#if defined(__GNUC__) || defined(__clang__)
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define NOINLINE __attribute__((noinline))
#else
#define LIKELY(x) (x)
#define UNLIKELY(x) (x)
#define NOINLINE
#endif

/* Headers, as _wire.py has them. */
enum {
    H_NULL = 0x00, H_FALSE = 0x08, H_TRUE = 0x18, H_STRING = 0x02, H_OBJECT = 0x03, H_ARRAY = 0x05,
    H_BFLOAT16 = 0x01, H_FLOAT16 = 0x21, H_FLOAT32 = 0x41, H_FLOAT64 = 0x61,
    H_INT8 = 0x09, H_INT16 = 0x29, H_INT32 = 0x49, H_INT64 = 0x69,
    H_UINT8 = 0x11, H_UINT16 = 0x31, H_UINT32 = 0x51, H_UINT64 = 0x71,
    H_STRINGS = 0x3C, H_BOOLS = 0x1C, H_UINT8_ARRAY = 0x14, H_INT64_ARRAY = 0x6C, H_UINT64_ARRAY = 0x74,
    H_FLOAT64_ARRAY = 0x64, H_ALIGNED = 0x5C,
    H_INDEXED = 0x06, H_DELIMITER = 0x06, H_TABLE = 0x0E, H_FRAMING = 0x2E,
    TYPE_OBJECT = 3, TYPE_TYPED = 4, TYPE_EXTENSION = 6
};

/* What the core calls in Python. `configure` fills it from the names in module.c. */
typedef struct {
    PyObject *DecodeError, *TruncatedError, *MalformedError, *DepthError, *LimitError, *DuplicateError, *TrailingError;
    PyObject *EncodeError, *MismatchError;
    PyObject *struct_error;
    PyObject *pointer, *shown;           /* parts of a path; text as errors show it */
    PyObject *wrong_header, *is_type_tag, *message_start, *check_message, *arrays_for, *no_arrays;
    PyObject *TypeTag, *Decoding, *Encoding, *decoding, *encoding; /* the last two: by default */
    PyObject *function_for;              /* of the writer: how values of a type are written */
    PyObject *utf8, *wide_integer, *write_complexes;
    PyObject *source_of, *count_key;
    PyObject *leaves[256];               /* functions of values without children, by header */
    bool kinds[256];                     /* whether a header starts a value */
} Core;

extern Core core;

extern PyTypeObject ReaderType, WriterType, PlanType;

/* text.c */
PyObject *text_of(const uint8_t *data, Py_ssize_t n);
PyObject *key_of(PyObject **places, const uint8_t *data, Py_ssize_t n);
/* Where keys are remembered while a reader reads, and the end of that. NULL remembers none. */
PyObject **take_places(void);
void leave_places(PyObject **places);
#define LONGEST_KEY 64 /* of those that are remembered */
#define PLACES 2048 /* a power of two */
bool is_ascii(const uint8_t *data, Py_ssize_t n);
bool is_utf8(const uint8_t *data, Py_ssize_t n);

/* Words of memory that need not be aligned. */
static inline uint16_t load16(const uint8_t *p) { uint16_t v; memcpy(&v, p, 2); return v; }
static inline uint32_t load32(const uint8_t *p) { uint32_t v; memcpy(&v, p, 4); return v; }
static inline uint64_t load64(const uint8_t *p) { uint64_t v; memcpy(&v, p, 8); return v; }

/* The exception that is raised, taken away; and put back. */
static inline PyObject *take_exception(void) {
#if PY_VERSION_HEX >= 0x030C0000
    return PyErr_GetRaisedException();
#else
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    if (trace != NULL) PyException_SetTraceback(value, trace);
    Py_XDECREF(type);
    Py_XDECREF(trace);
    return value;
#endif
}

static inline void put_exception(PyObject *value) {
#if PY_VERSION_HEX >= 0x030C0000
    PyErr_SetRaisedException(value);
#else
    PyErr_Restore(Py_NewRef((PyObject *)Py_TYPE(value)), value, PyException_GetTraceback(value));
#endif
}

/* One user at a time of what is not made for several: false where there is another. */
#ifdef Py_GIL_DISABLED
typedef uint8_t Busy;
static inline bool begin_use(Busy *busy) { return !_Py_atomic_load_uint8(busy) && !_Py_atomic_exchange_uint8(busy, 1); }
static inline void end_use(Busy *busy) { _Py_atomic_store_uint8(busy, 0); }
#else
typedef bool Busy;
static inline bool begin_use(Busy *busy) { bool free = !*busy; *busy = true; return free; }
static inline void end_use(Busy *busy) { *busy = false; }
#endif

/* Memory of the latest object of a type that was let go of: most calls make one, and let go of it. */
#ifdef Py_GIL_DISABLED
#define NEW_OBJECT(type, object, spare) PyObject_New(type, object)
#define FREE_OBJECT(object, spare) PyObject_Free(object)
#else
#define NEW_OBJECT(type, object, spare) \
    (spare != NULL ? (type *)PyObject_Init(take_spare(&spare), object) : PyObject_New(type, object))
#define FREE_OBJECT(object, spare) \
    do { \
        if (spare != NULL) PyObject_Free(spare); \
        spare = (PyObject *)object; \
    } while (0)
static inline PyObject *take_spare(PyObject **spare) {
    PyObject *taken = *spare;
    *spare = NULL;
    return taken;
}
#endif

/* Makes room for one more in an array that starts as `inside` of its owner; -1 without memory. */
static inline int grow(void **items, Py_ssize_t *capacity, size_t size, const void *inside) {
    Py_ssize_t wanted = *capacity * 2;
    void *made = *items == inside ? PyMem_Malloc(wanted * size) : PyMem_Realloc(*items, wanted * size);
    if (made == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    if (*items == inside) memcpy(made, inside, *capacity * size);
    *items = made;
    *capacity = wanted;
    return 0;
}

#endif
