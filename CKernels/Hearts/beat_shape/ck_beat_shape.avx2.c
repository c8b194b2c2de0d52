/* The loops of ck_beat_shape for AVX2. */
#include "ck_beat_shape_loops_body.h"

#ifdef CK_AVX2

CK_BEAT_SHAPE_VARIANT(CK_AVX2, avx2)

#endif
