/* What compiled code does with a vec of i64 again and again, without a call into librt: appending, slicing, making room, letting go.

   setup.py puts this text into every C file that mypyc writes, and has the file call these functions instead of those of librt.
   They do the same, for the same buffers: librt's are made by PyObject_NewVar and freed by PyObject_Free. */
#if (defined(__GNUC__) || defined(__clang__)) && !defined(Py_GIL_DISABLED) && !defined(Py_REF_DEBUG)

/* Return an empty vec with room for `size` items; its length is -1, with an exception set, if there is no memory. */
static inline VecI64 vec_room(int64_t size) {
    VecI64 made = {0, NULL};
    if (size <= 0)
        return made;
    VecI64BufObject *buffer = PyObject_Malloc(offsetof(VecI64BufObject, items) + (size_t)size * sizeof(int64_t));
    if (unlikely(buffer == NULL)) {
        PyErr_NoMemory();
        made.len = -1;
        return made;
    }
    Py_SET_TYPE((PyObject *)buffer, VecI64Api.buf_type);
    Py_SET_SIZE((PyVarObject *)buffer, size);
    Py_SET_REFCNT((PyObject *)buffer, 1);
    made.items = buffer->items;
    return made;
}

/* `vec[i64](capacity=...)`. Room behind the end is never read, so it is not cleared. */
static inline VecI64 vec_alloc(int64_t size, int64_t capacity) {
    return likely(size == 0 && capacity >= 0) ? vec_room(capacity) : VecI64Api.alloc(size, capacity);
}

/* `source[start:end]`; a negative place counts from the end. */
static inline VecI64 vec_slice(VecI64 source, int64_t start, int64_t end) {
    if (start < 0)
        start += source.len;
    if (end < 0)
        end += source.len;
    if (start < 0)
        start = 0;
    if (end > source.len)
        end = source.len;
    VecI64 made = vec_room(end - start);
    if (likely(made.items != NULL)) {
        made.len = end - start;
        memcpy(made.items, source.items + start, (size_t)made.len * sizeof(int64_t));
    }
    return made;
}

/* `append(vec, item)`: takes over the reference to `vec`. */
static inline VecI64 vec_append(VecI64 vec, int64_t item) {
    if (unlikely(vec.items == NULL || vec.len >= Py_SIZE(VEC_I64_BUF(vec))))
        return VecI64Api.append(vec, item);
    vec.items[vec.len++] = item;
    return vec;
}

/* Give back a reference. */
static inline void vec_release(VecI64 vec) {
    if (vec.items == NULL)
        return;
    PyObject *buffer = (PyObject *)VEC_I64_BUF(vec);
    if (Py_REFCNT(buffer) == 1)
        PyObject_Free(buffer);
    else
        Py_SET_REFCNT(buffer, Py_REFCNT(buffer) - 1);
}

#undef VEC_I64_DECREF
#define VEC_I64_DECREF(vec) vec_release(vec)

#else
#define vec_alloc VecI64Api.alloc
#define vec_slice VecI64Api.slice
#define vec_append VecI64Api.append
#endif
