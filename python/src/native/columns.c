/* Columns of text: arrays of texts that are read as one block of all their bytes and where each starts.

   What is wrong with a column is found by the walk, which then reads it text by text. */
#include "reader.h"

/* How many texts are checked at once, while they are in the cache; from how many on other threads may run. */
#define PIECE 256
#define LARGE 4096
#define SLACK 80 /* more than a text of less than 64 bytes, and its SIZE */
#define FIRST_ROOM (1 << 16) /* of a block, which says how long texts usually are */

/* A column that is being read: the message and how far it was read, and what was made of it. */
typedef struct {
    const uint8_t *data;
    Py_ssize_t size, at;
    Py_ssize_t texts, taken;
    int64_t *starts;
    uint8_t *block;
    Py_ssize_t room, used; /* of the block */
    bool alike; /* whether the latest texts are of few lengths */
} Column;

enum { WRONG = -1, DONE, FULL };

/* Reports whether the texts from `first` on are UTF-8, each by itself: none may end within a character. */
static bool are_utf8(const Column *c, Py_ssize_t first) {
    const int64_t *starts = c->starts;
    if (LIKELY(is_ascii(c->block + starts[first], c->used - (Py_ssize_t)starts[first]))) return true;
    for (Py_ssize_t i = first; i < c->taken; i++)
        if (!is_utf8(c->block + starts[i], (Py_ssize_t)(starts[i + 1] - starts[i]))) return false;
    return true;
}

/* Takes up to `last` texts of less than 64 bytes, as long as much is left of the message and of the room.

   Where a text ends its SIZE says, and the next one waits for that. Where texts have the same length for
   long, as numbers and codes have, it is foreseen: a loop over a run of them waits for none. */
static inline void take_short(Column *c, Py_ssize_t last, const bool runs) {
    const uint8_t *from = c->data + c->at, *from_end = c->data + c->size - SLACK;
    uint8_t *to = c->block + c->used, *to_end = c->block + c->room - SLACK;
    Py_ssize_t i = c->taken, changes = 0;
    uint8_t head, before = 0;
    while (i < last && from < from_end && to < to_end && !((head = *from) & 3)) {
        unsigned size = head >> 2;
        changes += head != before;
        before = head;
        do {
            memcpy(to, from + 1, 16);
            if (size > 16) memcpy(to + 16, from + 17, 48);
            from += 1 + size;
            to += size;
            c->starts[++i] = to - c->block;
        } while (runs && i < last && from < from_end && to < to_end && *from == head);
    }
    c->alike = changes <= (i - c->taken) / 8;
    c->at = from - c->data;
    c->used = to - c->block;
    c->taken = i;
}

/* Takes a text of any length. Memory of others may change meanwhile: it is read once. */
static int take_text(Column *c) {
    Py_ssize_t left = c->size - c->at;
    if (left < 1) return WRONG;
    const uint8_t *p = c->data + c->at;
    uint64_t size = *p;
    int width = 1 << (size & 3);
    if (width > left) return WRONG;
    if (width > 1) size = width == 2 ? load16(p) : width == 4 ? load32(p) : load64(p);
    size >>= 2;
    if (size > (uint64_t)(left - width)) return WRONG;
    if (size > (uint64_t)(c->room - c->used)) return FULL;
    memcpy(c->block + c->used, p + width, size);
    c->at += width + (Py_ssize_t)size;
    c->used += (Py_ssize_t)size;
    c->starts[++c->taken] = c->used;
    return DONE;
}

/* Takes the texts that are left, FULL where there is no room for one. */
static int take_texts(Column *c) {
    int result = DONE;
    while (result == DONE && c->taken < c->texts) {
        Py_ssize_t first = c->taken, last = c->texts - first < PIECE ? c->texts : first + PIECE;
        while (result == DONE && c->taken < last) {
            if (c->size - c->at > SLACK && c->room - c->used > SLACK) {
                if (c->alike) take_short(c, last, true);
                else take_short(c, last, false);
            }
            if (c->taken < last) result = take_text(c);
        }
        if (result != WRONG && !are_utf8(c, first)) result = WRONG;
    }
    return result;
}

/* Makes memory of a column, which `texts` has, and a view of it. */
static PyObject *memory_of(Reader *r, Py_ssize_t size, Py_buffer *view) {
    PyObject *made = PyObject_CallMethod(r->texts, "room", "n", size);
    if (made != NULL && PyObject_GetBuffer(made, view, PyBUF_WRITABLE) < 0) Py_CLEAR(made);
    if (made != NULL && view->len < size) {
        PyErr_SetString(PyExc_SystemError, "a column without room");
        PyBuffer_Release(view);
        Py_CLEAR(made);
    }
    return made;
}

/* Makes more room in the block: for texts of the usual length, and as far as the message can have them. */
static int more_room_for(Reader *r, Column *c, PyObject **block, Py_buffer *view) {
    Py_ssize_t left = c->texts - c->taken, most = c->size - c->at - left, room = FIRST_ROOM;
    if (c->taken > 0) room = c->used + (c->used / c->taken + 1) * left;
    if (room > most) room = most;
    if (most < 0 || (*block != NULL && room <= c->room - c->used)) return -1; /* more texts than there are bytes */
    Py_buffer larger;
    PyObject *made = memory_of(r, c->used + room + 1, &larger); /* also for texts of no bytes */
    if (made == NULL) return -1;
    if (*block != NULL) {
        memcpy(larger.buf, c->block, c->used);
        PyBuffer_Release(view);
    }
    Py_XSETREF(*block, made);
    *view = larger;
    c->block = larger.buf;
    c->room = c->used + room;
    return 0;
}

/* Reads the texts of a column; not 0 where it is not one, with an exception or without. */
static int read_texts(Reader *r, Column *c, PyObject **starts, PyObject **block) {
    Py_buffer places, bytes;
    *starts = memory_of(r, (c->texts + 1) * 8, &places);
    if (*starts == NULL) return -1;
    c->starts = places.buf;
    c->starts[0] = 0;
    bool alone = c->texts >= LARGE && r->constant;
    int result = more_room_for(r, c, block, &bytes) < 0 ? WRONG : FULL;
    while (result == FULL) {
        PyThreadState *thread = alone ? PyEval_SaveThread() : NULL;
        result = take_texts(c);
        if (alone) PyEval_RestoreThread(thread);
        if (result == FULL && more_room_for(r, c, block, &bytes) < 0) result = WRONG;
    }
    if (*block != NULL) PyBuffer_Release(&bytes);
    PyBuffer_Release(&places);
    return result;
}

/* Reads an array of texts that is a column as one block; no value and no exception where the walk has to. */
int read_column(Reader *r, Py_ssize_t n, Py_ssize_t *off, Py_ssize_t at, PyObject **value) {
    for (Py_ssize_t i = 1; i < r->nframes; i++)
        if (r->frames[i].kind != OBJECT) return 0;
    Column c = {.data = r->data, .size = r->size, .at = at, .texts = n};
    PyObject *starts = NULL, *block = NULL;
    if (read_texts(r, &c, &starts, &block) == DONE && enter(r, *off, n, 1) == 0) {
        r->depth++;
        *value = PyObject_CallFunctionObjArgs(r->texts, starts, block, NULL);
        *off = c.at;
    }
    Py_XDECREF(starts);
    Py_XDECREF(block);
    return PyErr_Occurred() ? -1 : 0;
}
