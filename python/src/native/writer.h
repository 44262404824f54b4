/* A writer and its open containers. */
#ifndef BEVE_WRITER_H
#define BEVE_WRITER_H

#include "native.h"

/* Containers: a list or tuple, also the cells of a table; a dict with keys of str, and the keys and
   values of one that were left when it was frozen; an iterator that Python has made; the values of
   the fields of an object. */
enum { LIST_FRAME, DICT_FRAME, PAIRS_FRAME, ITERATOR_FRAME, SHAPE_FRAME };

typedef struct {
    int kind;
    int levels;              /* that it counts for */
    Py_ssize_t total, next;  /* its children, and those that were begun */
    Py_ssize_t position;     /* in a dict, or in what was left of one */
    PyObject *items;
    PyObject *key_of;        /* of an iterator of pairs: how keys are written */
    PyObject *names;         /* of a table; of a shape: pairs of attribute and written key */
    PyObject *key;           /* of the latest member */
} WriterFrame;

typedef struct {
    PyObject_HEAD
    PyObject *options, *default_of, *replaced;
    int64_t depth;
    Py_ssize_t min_table_rows;
    bool extended, aligned, sort_keys, typed_lists;
    Busy busy;
    Py_ssize_t position; /* where the output begins in its stream */
    uint8_t *out, *at, *limit; /* the output, where the next byte goes, and the end of the room */
    PyObject *bytes; /* what out lies in, once it is longer than `first` */
    WriterFrame *frames;
    Py_ssize_t nframes, frame_capacity;
    Py_ssize_t nfrozen; /* the outermost frames that nobody else changes */
    WriterFrame first_frames[12];
    uint8_t first[1024];
} Writer;

Writer *new_writer(PyObject *options, Py_ssize_t position);
int write_root(Writer *w, PyObject *value);
int write_value(Writer *w, PyObject *value);
PyObject *writer_bytes(Writer *w);
void writer_clear(Writer *w);

int more_room(Writer *w, Py_ssize_t n);

/* Makes room for more bytes. */
static inline int make_room(Writer *w, Py_ssize_t n) { return LIKELY(n <= w->limit - w->at) ? 0 : more_room(w, n); }

int put(Writer *w, const void *data, Py_ssize_t n);
int put_size(Writer *w, Py_ssize_t n);
int put_text(Writer *w, PyObject *text);
int put_head(Writer *w, int head, Py_ssize_t n);
int put_numbers(Writer *w, int head, int width, Py_ssize_t n, const void *raw, Py_ssize_t size);
WriterFrame *open_frame(Writer *w, int kind, PyObject *items, Py_ssize_t total, int levels);
int begin_functions(void);
PyObject *function_of(PyTypeObject *type);
int freeze(Writer *w);
int wrong_key(PyObject *key);

/* lists.c */
int write_typed(Writer *w, PyObject *list, bool *done);
int write_table(Writer *w, PyObject *list, bool *done);

#endif
