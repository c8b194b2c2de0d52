/* The loops of ck_beat_shape for AVX-512. */
#include "ck_beat_shape_loops_body.h"

#if defined(__x86_64__)

CK_SHAPE_LOOPS(__attribute__((target("avx512f,avx512dq,avx512vl,fma"))), ck_shape_loops_avx512)

#endif
