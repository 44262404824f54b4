/* Text: bytes of UTF-8 made into str, and the keys that are remembered. */
#include "native.h"

bool is_ascii(const uint8_t *p, Py_ssize_t n) {
    const uint64_t high = 0x8080808080808080u;
    uint64_t seen = 0;
    while (n >= 32) {
        seen = load64(p) | load64(p + 8) | load64(p + 16) | load64(p + 24);
        if (seen & high) return false;
        p += 32;
        n -= 32;
    }
    if (n >= 8) {
        for (; n > 8; p += 8, n -= 8) seen |= load64(p);
        return !((seen | load64(p + n - 8)) & high);
    }
    if (n >= 4) return !((load32(p) | load32(p + n - 4)) & (uint32_t)high);
    for (; n > 0; p++, n--) seen |= *p;
    return !(seen & 0x80);
}

/* How long a character is that starts with a byte, by its upper five bits; 0 where none starts. */
static const uint8_t lengths[32] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 3, 3, 4, 0};

/* Checks UTF-8 and counts its characters; returns the greatest one, or UINT32_MAX where it is invalid. */
static uint32_t measure(const uint8_t *p, Py_ssize_t n, Py_ssize_t *count) {
    const uint8_t *end = p + n;
    uint32_t all = 0, most = 0;
    Py_ssize_t characters = 0;
    while (p < end) {
        if (*p < 0x80) {
            if (end - p >= 8 && !(load64(p) & 0x8080808080808080u)) {
                p += 8;
                characters += 8;
                continue;
            }
            p++;
            characters++;
            continue;
        }
        uint32_t c;
        int length = lengths[*p >> 3];
        if (length == 0 || end - p < length) return UINT32_MAX;
        if (length == 2) {
            c = (p[0] & 0x1Fu) << 6 | (p[1] & 0x3Fu);
            if ((p[1] & 0xC0) != 0x80 || c < 0x80) return UINT32_MAX;
        } else if (length == 3) {
            c = (p[0] & 0x0Fu) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu);
            if ((p[1] & 0xC0) != 0x80 || (p[2] & 0xC0) != 0x80 || c < 0x800 || (c >> 11) == 0x1B) return UINT32_MAX;
        } else {
            c = (p[0] & 0x07u) << 18 | (p[1] & 0x3Fu) << 12 | (p[2] & 0x3Fu) << 6 | (p[3] & 0x3Fu);
            if ((p[1] & 0xC0) != 0x80 || (p[2] & 0xC0) != 0x80 || (p[3] & 0xC0) != 0x80 || c < 0x10000 || c > 0x10FFFF)
                return UINT32_MAX;
            most = c > most ? c : most;
        }
        all |= c;
        p += length;
        characters++;
    }
    *count = characters;
    return most ? most : all < 0x80 ? 0x7F : all < 0x100 ? 0xFF : 0xFFFF;
}

bool is_utf8(const uint8_t *data, Py_ssize_t n) {
    Py_ssize_t count;
    return measure(data, n, &count) != UINT32_MAX;
}

/* Writes the characters of valid UTF-8 as units of one width. */
#define EXPAND(name, unit)                                                                                   \
    static void name(const uint8_t *p, Py_ssize_t n, unit *to) {                                             \
        const uint8_t *end = p + n;                                                                          \
        while (p < end) {                                                                                    \
            if (*p < 0x80) {                                                                                 \
                *to++ = *p++;                                                                                \
            } else if (*p < 0xE0) {                                                                          \
                *to++ = (unit)((p[0] & 0x1Fu) << 6 | (p[1] & 0x3Fu));                                        \
                p += 2;                                                                                      \
            } else if (*p < 0xF0) {                                                                          \
                *to++ = (unit)((p[0] & 0x0Fu) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu));                 \
                p += 3;                                                                                      \
            } else {                                                                                         \
                *to++ = (unit)((p[0] & 0x07u) << 18 | (p[1] & 0x3Fu) << 12 | (p[2] & 0x3Fu) << 6 | (p[3] & 0x3Fu)); \
                p += 4;                                                                                      \
            }                                                                                                \
        }                                                                                                    \
    }
EXPAND(expand1, Py_UCS1)
EXPAND(expand2, Py_UCS2)
EXPAND(expand4, Py_UCS4)

static NOINLINE PyObject *wide_text(const uint8_t *data, Py_ssize_t n) {
    Py_ssize_t count = 0;
    uint32_t most = measure(data, n, &count);
    if (most == UINT32_MAX) return PyUnicode_DecodeUTF8((const char *)data, n, NULL); /* which says where */
    PyObject *text = PyUnicode_New(count, most);
    if (text == NULL) return NULL;
    int kind = PyUnicode_KIND(text);
    if (kind == PyUnicode_1BYTE_KIND) expand1(data, n, PyUnicode_DATA(text));
    else if (kind == PyUnicode_2BYTE_KIND) expand2(data, n, PyUnicode_DATA(text));
    else expand4(data, n, PyUnicode_DATA(text));
    return text;
}

/* Returns text, or NULL with a UnicodeDecodeError. */
PyObject *text_of(const uint8_t *data, Py_ssize_t n) {
    if (UNLIKELY(!is_ascii(data, n))) return wide_text(data, n);
    PyObject *text = PyUnicode_New(n, 0x7F);
    if (LIKELY(text != NULL && n > 0)) memcpy(PyUnicode_DATA(text), data, n);
    return text;
}

/* Keys that were seen lately, each at the place of its hash: equal ones become one object. */
#ifdef Py_GIL_DISABLED
/* Readers that run at the same time have a table each, and beyond these none. */
static struct {
    Busy busy;
    PyObject *places[PLACES];
} tables[16];

PyObject **take_places(void) {
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (begin_use(&tables[i].busy)) return tables[i].places;
    return NULL;
}

void leave_places(PyObject **places) {
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (tables[i].places == places) end_use(&tables[i].busy);
}
#else
static PyObject *shared[PLACES];

PyObject **take_places(void) { return shared; }

void leave_places(PyObject **places) { (void)places; }
#endif

static inline uint32_t place_of(const uint8_t *p, Py_ssize_t n) {
    uint64_t first, last;
    if (n >= 8) {
        first = load64(p);
        last = load64(p + n - 8);
    } else if (n >= 4) {
        first = load32(p);
        last = load32(p + n - 4);
    } else {
        first = p[0];
        last = (uint64_t)p[n >> 1] << 8 | p[n - 1];
    }
    uint64_t h = (first ^ (last + (uint64_t)n) * 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u;
    return (uint32_t)(h >> 40) & (PLACES - 1);
}

/* Returns text that is a key, or NULL with a UnicodeDecodeError. */
PyObject *key_of(PyObject **places, const uint8_t *data, Py_ssize_t n) {
    if (UNLIKELY(n == 0 || n > LONGEST_KEY || places == NULL)) return text_of(data, n);
    PyObject **place = &places[place_of(data, n)];
    PyObject *known = *place;
    if (LIKELY(known != NULL && PyUnicode_GET_LENGTH(known) == n && memcmp(PyUnicode_DATA(known), data, n) == 0))
        return Py_NewRef(known);
    PyObject *key = text_of(data, n);
    if (key != NULL && PyUnicode_IS_COMPACT_ASCII(key)) {
        *place = Py_NewRef(key);
        Py_XDECREF(known);
    }
    return key;
}
