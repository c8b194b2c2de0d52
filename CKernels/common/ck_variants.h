/* The variants of a kernel for instruction sets, and the choice between them.
 *
 * A function `name` has up to three variants of one type: name_plain for any processor, name_avx2
 * and name_avx512 for x86-64 alone. Each lies in a file of its own: name.c, name.avx2.c,
 * name.avx512.c. CK_AVX2 and CK_AVX512 are not defined for other processors, so the files say
 * #ifdef around what they hold.
 */
#ifndef CK_VARIANTS_H
#define CK_VARIANTS_H

#include "ck_cpu.h"

/* In front of a function: it may use these instructions. Around many, as the engines are:
 * #pragma clang attribute push(CK_AVX2, apply_to = function) ... #pragma clang attribute pop. */
#define CK_PLAIN
#if defined(__x86_64__)
#define CK_AVX2 __attribute__((target("avx2,fma")))
#define CK_AVX512 __attribute__((target("avx512f,avx512dq,avx512vl,fma")))
#endif

/* A function that takes the instruction set of its caller: the body that variants share. */
#define CK_INLINE static inline __attribute__((always_inline))

/* Declares the fast variants of the function, or of the constant, name_plain. */
#define CK_VARIANTS(name) extern __typeof__(name##_plain) name##_avx2, name##_avx512

/* CK_DISPATCH(level, name, arguments...) calls the variant for a level. CK_SELECT(level, name) is
 * its address; CK_SELECT_AVX2(level, name) the same where AVX-512 has none, as it would gain
 * nothing. */
#if defined(__x86_64__)
#define CK_DISPATCH(level, name, ...)                                                              \
    ((level) == CK_CPU_AVX512 ? name##_avx512(__VA_ARGS__)                                         \
     : (level) == CK_CPU_AVX2 ? name##_avx2(__VA_ARGS__)                                           \
                              : name##_plain(__VA_ARGS__))
#define CK_SELECT(level, name)                                                                     \
    ((level) == CK_CPU_AVX512 ? &name##_avx512                                                     \
     : (level) == CK_CPU_AVX2 ? &name##_avx2                                                       \
                              : &name##_plain)
#define CK_SELECT_AVX2(level, name) ((level) == CK_CPU_PLAIN ? &name##_plain : &name##_avx2)
#else
#define CK_DISPATCH(level, name, ...) ((void)(level), name##_plain(__VA_ARGS__))
#define CK_SELECT(level, name) ((void)(level), &name##_plain)
#define CK_SELECT_AVX2(level, name) CK_SELECT(level, name)
#endif

#endif
