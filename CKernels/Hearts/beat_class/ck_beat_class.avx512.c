/* ck_beat_class for AVX-512. */
#include "ck_beat_class_body.h"

#ifdef CK_AVX512

CK_BEAT_CLASS_VARIANT(CK_AVX512, avx512)

#endif
