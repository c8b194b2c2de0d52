/* The loops of ck_beat_shape for AVX-512. */
#include "ck_beat_shape_loops_body.h"

#ifdef CK_AVX512

CK_BEAT_SHAPE_VARIANT(CK_AVX512, avx512)

#endif
