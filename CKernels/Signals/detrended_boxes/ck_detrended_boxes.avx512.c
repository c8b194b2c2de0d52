/* ck_detrended_boxes for AVX-512. */
#include "ck_detrended_boxes_body.h"

#ifdef CK_AVX512

CK_DETRENDED_BOXES_VARIANT(CK_AVX512, avx512)

#endif
