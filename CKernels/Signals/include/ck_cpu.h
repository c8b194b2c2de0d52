/* Which instructions a kernel may use.
 *
 * A kernel with fast variants takes the level as its first argument, or keeps it in its plan: so
 * the same call can be made with every level the processor has, and tests compare them. Levels
 * agree up to rounding: the order of sums differs. On other processors than x86-64 there is only
 * CK_CPU_PLAIN, which the compiler vectorises as it can.
 * Threads: no state at all.
 */
#ifndef CK_CPU_H
#define CK_CPU_H

typedef enum {
    CK_CPU_PLAIN = 0,
    CK_CPU_AVX2 = 1,  /* AVX2 and FMA */
    CK_CPU_AVX512 = 2 /* AVX-512 F, DQ and VL besides */
} ck_cpu_level;

/* The highest level this processor and its operating system support. */
ck_cpu_level ck_cpu_best(void);

#endif
