/* ck_beat_class for AVX2. */
#include "ck_beat_class_body.h"

#ifdef CK_AVX2

CK_BEAT_CLASS_VARIANT(CK_AVX2, avx2)

#endif
