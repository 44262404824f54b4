/* A reader and its open containers. */
#ifndef BEVE_READER_H
#define BEVE_READER_H

#include "native.h"

/* The kinds of frames, in the order of _frames.py. */
enum { ROOT, ARRAY, TAG, ROWS, OBJECT, INTS, MEMBERS, TEXTS, NAMES, ENTRIES };

/* What an index says of one member. */
typedef struct {
    Py_ssize_t name, length; /* where in the message */
    uint32_t offset;
    uint16_t size;
    uint8_t flags;
} Entry;

typedef struct {
    int kind;
    int width;            /* of integer keys: bytes, negative where they are signed */
    Py_ssize_t total, left; /* its children, and those that are not complete */
    Py_ssize_t base;      /* of arrays: how many values were held before its own */
    PyObject *items;      /* of objects: the dict; of ROWS: the row that is being read */
    PyObject *key;        /* of the latest member; of a type tag its index */
    PyObject *names;      /* of a table; of integer keys of 128 bits: how many there are of each hash */
    Entry *entries;       /* of an index */
    Py_ssize_t start, data; /* of MEMBERS: where the latest one and all of them start; of INTS: where the latest key does */
    Py_ssize_t key_at, key_size; /* where the latest key lies, of readers that skip */
} Frame;

typedef struct {
    PyObject_HEAD
    PyObject *texts; /* what makes columns of text of their offsets and bytes, or NULL */
    PyObject *src, *options, *arrays, *seen; /* the last: what _typetag.py remembers of a table */
    Py_ssize_t off, size;
    const uint8_t *data;
    PyObject **places;
    int64_t depth, elements; /* what is left of the limits */
    int64_t most_depth, most_elements;
    bool constant; /* whether nobody can change what is read */
    bool skips, final, unique, legacy_tags, bytes; /* the last: what arrays of uint8 are */
    Busy busy;
    Frame *frames;
    Py_ssize_t nframes, frame_capacity;
    PyObject **values; /* elements of open arrays */
    Py_ssize_t nvalues, value_capacity;
    Frame first_frames[8];
    PyObject *first_values[32];
} Reader;

Reader *new_reader(PyObject *src, Py_ssize_t off, PyObject *options, bool skips);
PyObject *reader_read(Reader *r);
void reader_clear(Reader *r);
PyObject *walk(Reader *r, Py_ssize_t *at);
PyObject *text_at(Reader *r, Py_ssize_t start, Py_ssize_t n);
PyObject *read_string(Reader *r, Py_ssize_t *off);
PyObject *read_narrow(Reader *r, Py_ssize_t *off);

/* typed.c */
PyObject *read_message_as(PyObject *plan, PyObject *src, Py_ssize_t start, PyObject *options);

PyObject *raise_at(PyObject *cls, Py_ssize_t off, const char *format, ...);
int read_size(Reader *r, Py_ssize_t *off, uint64_t *n);
int read_count(Reader *r, Py_ssize_t *off, uint64_t unit, Py_ssize_t *n);
int enter(Reader *r, Py_ssize_t off, int64_t elements, int levels);
int invalid_text(Py_ssize_t start);
int truncated(Reader *r, uint64_t missing);

/* columns.c */
int read_column(Reader *r, Py_ssize_t n, Py_ssize_t *off, Py_ssize_t at, PyObject **value);

/* containers.c */
Frame *push_frame(Reader *r, int kind, Py_ssize_t total);
void drop_frame(Frame *f);
int push_value(Reader *r, PyObject *value);
PyObject *list_of(Reader *r, Frame *f);
int open_rare(Reader *r, int head, Py_ssize_t *off, PyObject **value);
int before_value(Reader *r, Frame *f, Py_ssize_t *off);
int read_part(Reader *r, Frame *f, Py_ssize_t *off, PyObject **value);
int put_rare(Reader *r, Frame *f, PyObject *value, Py_ssize_t off);
PyObject *path_of(Reader *r, Py_ssize_t off);
bool surely_table(Reader *r, Py_ssize_t off);

#endif
