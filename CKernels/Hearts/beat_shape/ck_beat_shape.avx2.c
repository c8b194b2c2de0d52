/* The loops of ck_beat_shape for AVX2. */
#include "ck_beat_shape_loops_body.h"

#if defined(__x86_64__)

CK_SHAPE_LOOPS(__attribute__((target("avx2,fma"))), ck_shape_loops_avx2)

#endif
