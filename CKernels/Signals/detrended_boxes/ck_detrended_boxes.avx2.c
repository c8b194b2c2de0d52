/* ck_detrended_boxes for AVX2. */
#include "ck_detrended_boxes_body.h"

#ifdef CK_AVX2

CK_DETRENDED_BOXES_VARIANT(CK_AVX2, avx2)

#endif
