/* Values made into what a type says, without a dict between: the quick way of _classes.py.

   What a plan does not know, and whatever does not suit, ends the quick way: the same message
   is then read by loads and from_value, which say what is wrong and where. */
#include "reader.h"

#include <structmember.h>

enum { ANY, NONE, BOOL, INT, FLOAT, STR, OPTIONAL, LIST, DICT, OBJECT_OF, CONVERT };

typedef struct {
    PyObject *name;    /* the attribute */
    PyObject *fallback, *factory; /* what it is without a member: a value, or a function that makes it */
    PyObject *plan;
    char *key;         /* the name of the member, UTF-8 that the tuple of fields holds */
    Py_ssize_t size;
    Py_ssize_t offset; /* where a slot lies in the object, or 0 */
} Field;

typedef struct {
    PyObject_HEAD
    int kind;
    bool strict;         /* members without a field end the quick way */
    bool direct;         /* attributes are set, and the class is not called */
    PyObject *inner;     /* the plan of elements or values */
    PyObject *cls;       /* of objects */
    PyObject *convert;   /* what takes a decoded value instead */
    PyObject *held;      /* the fields of objects, as Python says them */
    Field *fields;
    Py_ssize_t nfields;
} Plan;

static PyObject *read_as(Reader *r, Plan *p, Py_ssize_t *off);

/* Returns nothing: the value does not suit. */
static PyObject *unsuited(void) {
    PyErr_SetString(core.MismatchError, "not what the plan has");
    return NULL;
}

/* Reads a value as loads does. */
static PyObject *read_any(Reader *r, Py_ssize_t *off) {
    Py_ssize_t at;
    if (push_frame(r, ROOT, 1) == NULL) return NULL;
    r->off = *off;
    PyObject *value = walk(r, &at);
    if (value == NULL) return NULL;
    r->nframes--;
    *off = r->off;
    return value;
}

static PyObject *read_converted(Reader *r, Plan *p, Py_ssize_t *off) {
    PyObject *value = p->convert == NULL ? unsuited() : read_any(r, off);
    if (value == NULL) return NULL;
    PyObject *made = PyObject_CallOneArg(p->convert, value);
    Py_DECREF(value);
    return made;
}

/* Reads a number of any width. */
static inline PyObject *read_number(Reader *r, Py_ssize_t *off) {
    PyObject *value = read_narrow(r, off);
    return value == NULL && !PyErr_Occurred() ? read_any(r, off) : value;
}

static PyObject *read_float(Reader *r, Py_ssize_t *off) {
    PyObject *value = read_number(r, off);
    if (value == NULL || PyFloat_CheckExact(value)) return value;
    PyObject *made = NULL;
    if (PyLong_CheckExact(value)) {
        double d = PyLong_AsDouble(value);
        made = d == -1.0 && PyErr_Occurred() ? NULL : PyFloat_FromDouble(d);
        if (made != NULL && PyObject_RichCompareBool(made, value, Py_EQ) != 1) Py_CLEAR(made);
        if (made == NULL) PyErr_Clear();
    }
    Py_DECREF(value);
    return made == NULL ? unsuited() : made;
}

/* Enters an array or an object at an offset and returns the number of its children, or -1. */
static Py_ssize_t enter_plain(Reader *r, Py_ssize_t *off, int unit) {
    Py_ssize_t at = *off + 1, n;
    if (read_count(r, &at, unit, &n) < 0 || (n > 0 && enter(r, *off, n, 1) < 0)) return -1;
    *off = at;
    return n;
}

/* Finds the bytes of a key. */
static int find_key(Reader *r, Py_ssize_t *off, const uint8_t **key, Py_ssize_t *size) {
    uint64_t n = 0;
    *key = NULL;
    *size = 0;
    if (read_size(r, off, &n) < 0) return -1;
    if (n > (uint64_t)(r->size - *off)) return truncated(r, 1);
    *key = r->data + *off;
    *size = (Py_ssize_t)n;
    *off += *size;
    return 0;
}

static PyObject *read_dict(Reader *r, Plan *p, Py_ssize_t *off) {
    if (r->data[*off] != H_OBJECT) return read_converted(r, p, off);
    Py_ssize_t n = enter_plain(r, off, 2);
    PyObject *dict = n < 0 ? NULL : PyDict_New();
    for (Py_ssize_t i = 0; dict != NULL && i < n; i++) {
        const uint8_t *raw;
        Py_ssize_t size;
        PyObject *key = NULL, *value = NULL;
        if (find_key(r, off, &raw, &size) == 0) key = key_of(r->places, raw, size);
        if (key != NULL) value = read_as(r, (Plan *)p->inner, off);
        if (value == NULL || PyDict_SetItem(dict, key, value) < 0) Py_CLEAR(dict);
        Py_XDECREF(key);
        Py_XDECREF(value);
    }
    if (n > 0) r->depth++;
    return dict;
}

/* Returns the place of the field of a key, which is looked for from `next` on, or -1. */
static inline Py_ssize_t field_of(Plan *p, Py_ssize_t next, const uint8_t *key, Py_ssize_t size) {
    for (Py_ssize_t i = 0; i < p->nfields; i++) {
        Field *f = &p->fields[next];
        if (f->size == size && memcmp(f->key, key, size) == 0) return next;
        if (++next >= p->nfields) next = 0;
    }
    return -1;
}

/* Sets an attribute; takes the reference. */
static inline int set_field(PyObject *made, Field *f, PyObject *value) {
    if (f->offset > 0) {
        PyObject **slot = (PyObject **)((char *)made + f->offset);
        Py_XSETREF(*slot, value);
        return 0;
    }
    int failed = PyObject_GenericSetAttr(made, f->name, value);
    Py_DECREF(value);
    return failed;
}

/* Gives the fields that had no member what they are without one. */
static int set_missing(Plan *p, PyObject *made, PyObject *given, const uint8_t *seen) {
    for (Py_ssize_t i = 0; i < p->nfields; i++) {
        Field *f = &p->fields[i];
        if (seen[i]) continue;
        if (f->fallback == NULL && f->factory == NULL) {
            unsuited();
            return -1;
        }
        if (given != NULL) continue; /* the class does that */
        PyObject *value = f->factory != NULL ? PyObject_CallNoArgs(f->factory) : Py_NewRef(f->fallback);
        if (value == NULL || set_field(made, f, value) < 0) return -1;
    }
    return 0;
}

/* Reads the members of an object into attributes of `made`, or into `given`. */
static int read_fields(Reader *r, Plan *p, Py_ssize_t n, Py_ssize_t *off, PyObject *made, PyObject *given) {
    uint8_t few[64], *seen = few;
    if (p->nfields > (Py_ssize_t)sizeof few && (seen = PyMem_Malloc(p->nfields)) == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    memset(seen, 0, p->nfields);
    int failed = 0;
    Py_ssize_t next = 0, left = p->nfields;
    for (Py_ssize_t i = 0; failed == 0 && i < n; i++) {
        const uint8_t *key;
        Py_ssize_t size;
        failed = find_key(r, off, &key, &size);
        Py_ssize_t place = failed ? -1 : field_of(p, next, key, size);
        if (failed == 0 && place < 0) { /* a member without a field: it has to be well-formed */
            PyObject *name = p->strict ? unsuited() : text_of(key, size);
            PyObject *value = name == NULL ? NULL : read_any(r, off);
            failed = value == NULL ? -1 : 0;
            Py_XDECREF(name);
            Py_XDECREF(value);
            continue;
        }
        if (failed) break;
        Field *f = &p->fields[place];
        PyObject *value = read_as(r, (Plan *)f->plan, off);
        if (value == NULL) {
            failed = -1;
        } else if (given != NULL) {
            failed = PyDict_SetItem(given, f->name, value);
            Py_DECREF(value);
        } else {
            failed = set_field(made, f, value);
        }
        left -= !seen[place];
        seen[place] = 1;
        next = place + 1 < p->nfields ? place + 1 : 0;
    }
    if (failed == 0 && left > 0) failed = set_missing(p, made, given, seen);
    if (seen != few) PyMem_Free(seen);
    return failed;
}

/* Makes an object without attributes, or what its class will be given. */
static PyObject *begin_object(Plan *p, PyObject **given) {
    PyTypeObject *type = (PyTypeObject *)p->cls;
    if (p->direct) return type->tp_alloc(type, 0);
    *given = PyDict_New();
    return NULL;
}

/* Returns the object that was begun, unless that has failed. */
static PyObject *end_object(Plan *p, PyObject *made, PyObject *given, int failed) {
    if (failed < 0) {
        Py_CLEAR(made);
    } else if (given != NULL) {
        PyObject *none = PyTuple_New(0);
        made = none == NULL ? NULL : PyObject_Call(p->cls, none, given);
        Py_XDECREF(none);
        if (made == NULL && (PyErr_ExceptionMatches(PyExc_ValueError) || PyErr_ExceptionMatches(PyExc_TypeError))) {
            PyErr_Clear();
            unsuited();
        }
    }
    Py_XDECREF(given);
    return made;
}

static PyObject *read_object(Reader *r, Plan *p, Py_ssize_t *off) {
    if (r->data[*off] != H_OBJECT) return read_converted(r, p, off);
    Py_ssize_t n = p->held == NULL ? -1 : enter_plain(r, off, 2);
    if (n < 0) return p->held == NULL ? unsuited() : NULL;
    PyObject *given = NULL, *made = begin_object(p, &given);
    if (made == NULL && given == NULL) return NULL;
    made = end_object(p, made, given, read_fields(r, p, n, off, made, given));
    if (n > 0) r->depth++;
    return made;
}

/* Makes a list of the values that are held from `base` on. */
static PyObject *list_from(Reader *r, Py_ssize_t base) {
    Py_ssize_t n = r->nvalues - base;
    PyObject *list = PyList_New(n);
    if (list == NULL) return NULL;
    for (Py_ssize_t i = 0; i < n; i++) PyList_SET_ITEM(list, i, r->values[base + i]);
    r->nvalues = base;
    return list;
}

#define MOST_FIELDS 64

/* Finds the fields of the columns of a table, -1 for those that have none; returns how many there are, or -1. */
static int find_columns(Reader *r, Plan *p, Py_ssize_t *off, Py_ssize_t *places) {
    const uint8_t *names[MOST_FIELDS];
    Py_ssize_t sizes[MOST_FIELDS], next = 0, n;
    if (read_count(r, off, 1, &n) < 0 || n >= MOST_FIELDS) return -1;
    for (Py_ssize_t i = 0; i < n; i++) {
        if (find_key(r, off, &names[i], &sizes[i]) < 0) return -1;
        for (Py_ssize_t j = 0; j < i; j++)
            if (sizes[i] == sizes[j] && memcmp(names[i], names[j], sizes[i]) == 0) return -1;
        places[i] = field_of(p, next, names[i], sizes[i]);
        if (places[i] < 0 && p->strict) return -1;
        next = places[i] < 0 ? next : places[i] + 1 < p->nfields ? places[i] + 1 : 0;
    }
    return (int)n;
}

/* Reads a row of a table into attributes of `made`, or into `given`. */
static int read_row(Reader *r, Plan *p, int n, const Py_ssize_t *places, Py_ssize_t *off, PyObject *made, PyObject *given) {
    for (int i = 0; i < n; i++) {
        Field *f = places[i] < 0 ? NULL : &p->fields[places[i]];
        PyObject *value = f == NULL ? read_any(r, off) : read_as(r, (Plan *)f->plan, off);
        if (value == NULL) return -1;
        if (f != NULL && given == NULL) {
            if (set_field(made, f, value) < 0) return -1;
            continue;
        }
        int failed = f == NULL ? 0 : PyDict_SetItem(given, f->name, value);
        Py_DECREF(value);
        if (failed < 0) return -1;
    }
    return 0;
}

/* Reads the rows of a table and holds what they are made into. */
static int read_table(Reader *r, Plan *p, Py_ssize_t *off) {
    Py_ssize_t places[MOST_FIELDS], at = *off + 1, rows;
    uint8_t seen[MOST_FIELDS] = {0};
    int n = find_columns(r, p, &at, places);
    if (n < 0 || p->nfields > MOST_FIELDS) {
        if (!PyErr_Occurred()) unsuited();
        return -1;
    }
    for (int i = 0; i < n; i++)
        if (places[i] >= 0) seen[places[i]] = 1;
    Py_ssize_t start = at;
    if (read_count(r, &at, n, &rows) < 0 || (rows > 0 && enter(r, start, rows + rows * n, 2) < 0)) return -1;
    for (Py_ssize_t i = 0; i < rows; i++) {
        PyObject *given = NULL, *made = begin_object(p, &given);
        if (made == NULL && given == NULL) return -1;
        int failed = read_row(r, p, n, places, &at, made, given);
        if (failed == 0) failed = set_missing(p, made, given, seen);
        made = end_object(p, made, given, failed);
        if (made == NULL || push_value(r, made) < 0) return -1;
    }
    if (rows > 0) r->depth += 2;
    *off = at;
    return 0;
}

static PyObject *read_list(Reader *r, Plan *p, Py_ssize_t *off) {
    Plan *inner = (Plan *)p->inner;
    Py_ssize_t base = r->nvalues;
    if (r->data[*off] == H_TABLE && inner->kind == OBJECT_OF && inner->held != NULL && surely_table(r, *off + 1)) {
        if (read_table(r, inner, off) < 0) return NULL;
        return list_from(r, base);
    }
    if (r->data[*off] != H_ARRAY) return read_converted(r, p, off);
    Py_ssize_t n = enter_plain(r, off, 1);
    if (n < 0) return NULL;
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *value = read_as(r, inner, off);
        if (value == NULL || push_value(r, value) < 0) return NULL;
    }
    if (n > 0) r->depth++;
    return list_from(r, base);
}

static PyObject *read_as(Reader *r, Plan *p, Py_ssize_t *off) {
    if (UNLIKELY(*off >= r->size)) return truncated(r, 1), NULL;
    const uint8_t head = r->data[*off];
    switch (p->kind) {
    case STR: return head == H_STRING ? read_string(r, off) : unsuited();
    case INT: return (head & 7) == 1 && (head >> 3 & 3) ? read_number(r, off) : unsuited();
    case FLOAT: return (head & 7) == 1 ? read_float(r, off) : unsuited();
    case BOOL:
        if (head != H_TRUE && head != H_FALSE) return unsuited();
        ++*off;
        return Py_NewRef(head == H_TRUE ? Py_True : Py_False);
    case NONE:
    case OPTIONAL:
        if (head == H_NULL) {
            ++*off;
            return Py_NewRef(Py_None);
        }
        return p->kind == NONE ? unsuited() : read_as(r, (Plan *)p->inner, off);
    case LIST: return read_list(r, p, off);
    case DICT: return read_dict(r, p, off);
    case OBJECT_OF: return read_object(r, p, off);
    case CONVERT: return read_converted(r, p, off);
    default: return read_any(r, off);
    }
}

/* Deeper than this the walk, which is a recursion here, is left to loads. */
#define MOST_LEVELS 1000

/* Reads the one value of a message; NULL without an exception where the quick way does not lead to it. */
PyObject *read_message_as(PyObject *plan, PyObject *src, Py_ssize_t start, PyObject *options) {
    Reader *r = new_reader(src, start, options, false);
    if (r == NULL) return NULL;
    PyObject *value = NULL;
    Py_ssize_t off = start;
    if (r->most_depth <= MOST_LEVELS && !r->unique && PyBytes_CheckExact(src)) {
        r->constant = true;
        r->data = (const uint8_t *)PyBytes_AS_STRING(src);
        r->size = PyBytes_GET_SIZE(src);
        begin_use(&r->busy); /* which nobody else has */
        r->places = take_places();
        value = read_as(r, (Plan *)plan, &off);
        if (r->places != NULL) leave_places(r->places);
        r->places = NULL;
        if (value != NULL && off < r->size) Py_CLEAR(value);
        end_use(&r->busy);
    }
    Py_DECREF(r);
    if (value == NULL && PyErr_Occurred() &&
        (PyErr_ExceptionMatches(core.DecodeError) || PyErr_ExceptionMatches(PyExc_UnicodeDecodeError) ||
         PyErr_ExceptionMatches(PyExc_RecursionError)))
        PyErr_Clear();
    return value;
}

/* Takes one field out of what Python says of it: its attribute, the key of its member, its plan, its slot or
   None, and the values and functions in place of a member, or what stands for none. */
static int take_field(Plan *p, Field *f, PyObject *said) {
    PyObject *key, *slot, *fallback, *factory;
    if (!PyArg_ParseTuple(said, "OSO!OOO", &f->name, &key, &PlanType, &f->plan, &slot, &fallback, &factory)) return -1;
    f->key = PyBytes_AS_STRING(key);
    f->size = PyBytes_GET_SIZE(key);
    f->fallback = fallback == Py_Ellipsis ? NULL : fallback;
    f->factory = factory == Py_None ? NULL : factory;
    if (Py_IS_TYPE(slot, &PyMemberDescr_Type)) {
        PyMemberDescrObject *member = (PyMemberDescrObject *)slot;
        if (member->d_member->type == T_OBJECT_EX && !(member->d_member->flags & READONLY) &&
            PyType_IsSubtype((PyTypeObject *)p->cls, PyDescr_TYPE(member)))
            f->offset = member->d_member->offset;
    }
    return 0;
}

/* Takes the fields of an object, once, before the plan is used. */
static PyObject *plan_take(Plan *p, PyObject *held) {
    if (p->kind != OBJECT_OF || p->held != NULL || !PyTuple_CheckExact(held)) {
        PyErr_SetString(PyExc_ValueError, "fields are a tuple, and taken once");
        return NULL;
    }
    Py_ssize_t n = PyTuple_GET_SIZE(held);
    Field *fields = PyMem_Calloc(n + 1, sizeof *fields);
    int failed = fields == NULL ? -1 : 0;
    for (Py_ssize_t i = 0; failed == 0 && i < n; i++) failed = take_field(p, &fields[i], PyTuple_GET_ITEM(held, i));
    if (failed < 0) {
        PyMem_Free(fields);
        return NULL;
    }
    p->fields = fields;
    p->nfields = n;
    p->held = Py_NewRef(held);
    Py_RETURN_NONE;
}

static PyObject *plan_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"kind", "inner", "cls", "convert", "strict", "direct", NULL};
    static const char *const kinds[] = {"any", "none", "bool", "int", "float", "str", "optional", "list", "dict", "object", "convert"};
    const char *kind;
    PyObject *inner = NULL, *cls = NULL, *convert = NULL;
    int strict = 0, direct = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "s|OOOpp", names, &kind, &inner, &cls, &convert, &strict, &direct))
        return NULL;
    int found = -1;
    for (int i = 0; i < (int)(sizeof kinds / sizeof *kinds); i++)
        if (strcmp(kinds[i], kind) == 0) found = i;
    bool whole = found == OPTIONAL || found == LIST || found == DICT ? inner != NULL && PyObject_TypeCheck(inner, &PlanType)
                 : found == OBJECT_OF                                ? cls != NULL && PyType_Check(cls)
                                                                     : found >= 0;
    if (!whole) {
        PyErr_SetString(PyExc_ValueError, "not a plan");
        return NULL;
    }
    Plan *p = (Plan *)type->tp_alloc(type, 0);
    if (p == NULL) return NULL;
    p->kind = found;
    p->strict = strict;
    p->direct = direct;
    p->inner = inner == Py_None ? NULL : Py_XNewRef(inner);
    p->cls = Py_XNewRef(cls);
    p->convert = convert == Py_None ? NULL : Py_XNewRef(convert);
    return (PyObject *)p;
}

static int plan_traverse(Plan *p, visitproc visit, void *arg) {
    Py_VISIT(p->inner);
    Py_VISIT(p->cls);
    Py_VISIT(p->convert);
    Py_VISIT(p->held);
    return 0;
}

static int plan_clear(Plan *p) {
    Py_CLEAR(p->inner);
    Py_CLEAR(p->cls);
    Py_CLEAR(p->convert);
    p->nfields = 0;
    Py_CLEAR(p->held);
    return 0;
}

static void plan_dealloc(Plan *p) {
    PyObject_GC_UnTrack(p);
    plan_clear(p);
    PyMem_Free(p->fields);
    Py_TYPE(p)->tp_free(p);
}

static PyMethodDef methods[] = {
    {"take", (PyCFunction)plan_take, METH_O, "Take the fields of an object."},
    {NULL},
};

PyTypeObject PlanType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "beve._native.Plan",
    .tp_doc = "How a message is made into a value of one type: see beve._plans.",
    .tp_basicsize = sizeof(Plan),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_new = plan_new,
    .tp_methods = methods,
    .tp_dealloc = (destructor)plan_dealloc,
    .tp_traverse = (traverseproc)plan_traverse,
    .tp_clear = (inquiry)plan_clear,
};
