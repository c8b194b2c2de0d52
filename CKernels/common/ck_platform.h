/* The few things the kernels need from libc and libm, by the compiler's builtins: so the kernels
 * compile, and can be syntax-checked, for a target whose system headers are not at hand. */
#ifndef CK_PLATFORM_H
#define CK_PLATFORM_H

#include <stddef.h>

#define CK_PI 3.14159265358979323846

static inline void *ck_allocate(size_t bytes) { return __builtin_malloc(bytes > 0 ? bytes : 1); }
/* NULL also where the bytes would not fit in a size_t. */
static inline double *ck_allocate_doubles(size_t count) {
    return count <= (size_t)-1 / sizeof(double) ? ck_allocate(count * sizeof(double)) : NULL;
}
static inline void ck_free(void *memory) { __builtin_free(memory); }
static inline double ck_sin(double x) { return __builtin_sin(x); }
static inline double ck_cos(double x) { return __builtin_cos(x); }
static inline double ck_exp(double x) { return __builtin_exp(x); }
static inline double ck_log(double x) { return __builtin_log(x); }
static inline double ck_sqrt(double x) { return __builtin_sqrt(x); }
static inline double ck_ceil(double x) { return __builtin_ceil(x); }
static inline double ck_rint(double x) { return __builtin_rint(x); }
static inline double ck_floor(double x) { return __builtin_floor(x); }

#endif
