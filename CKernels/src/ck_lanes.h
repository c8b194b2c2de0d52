/* Vectors of doubles whose length does not depend on the processor: the compiler takes as many
 * registers as it needs. So one body, compiled for several instruction sets, has one order of
 * operations and gives the same bits everywhere. */
#ifndef CK_LANES_H
#define CK_LANES_H

/* A function that takes the instruction set of its caller. */
#define CK_INLINE static inline __attribute__((always_inline))

/* Eight and four doubles, at any address, and what comparing eight gives. */
typedef double ck_eight __attribute__((vector_size(64), aligned(8)));
typedef long long ck_eight_bits __attribute__((vector_size(64)));
typedef double ck_four __attribute__((vector_size(32), aligned(8)));

/* Lane by lane: condition, a comparison, ? a : b. */
#define CK_CHOOSE(type, bits, condition, a, b)                                                     \
    ((type)(((condition) & (bits)(a)) | (~(condition) & (bits)(b))))

#endif
