/* Vectors whose length does not depend on the processor: the compiler takes as many registers as it
 * needs. So one body, compiled for several instruction sets, has one order of operations. It gives
 * the same bits everywhere where products are rounded before they are added (fp contract off), and
 * otherwise wherever there are instructions that round product and sum together. */
#ifndef CK_LANES_H
#define CK_LANES_H

#include "ck_variants.h"

/* Eight and four doubles, at any address, and what comparing eight gives. */
typedef double ck_eight __attribute__((vector_size(64), aligned(8)));
typedef long long ck_eight_bits __attribute__((vector_size(64)));
typedef double ck_four __attribute__((vector_size(32), aligned(8)));

/* Floats, and what comparing them gives. */
typedef float ck_sixteen_floats __attribute__((vector_size(64), aligned(4)));
typedef float ck_eight_floats __attribute__((vector_size(32), aligned(4)));
typedef float ck_four_floats __attribute__((vector_size(16), aligned(4)));
typedef int ck_sixteen_ints __attribute__((vector_size(64)));
typedef int ck_eight_ints __attribute__((vector_size(32)));
typedef int ck_four_ints __attribute__((vector_size(16)));

/* Lane by lane: condition, a comparison, ? a : b. */
#define CK_CHOOSE(type, bits, condition, a, b)                                                     \
    ((type)(((condition) & (bits)(a)) | (~(condition) & (bits)(b))))

/* One bit for every lane of eight that is not 0. */
#define CK_EIGHT_LANES(v)                                                                          \
    __builtin_bit_cast(unsigned char, __builtin_convertvector((v) != 0, ck_eight_bools))
typedef _Bool ck_eight_bools __attribute__((ext_vector_type(8)));

/* Every other of the 32 lanes of two vectors of sixteen. */
#define CK_EVEN_LANES(a, b)                                                                        \
    __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
#define CK_ODD_LANES(a, b)                                                                         \
    __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)

#endif
