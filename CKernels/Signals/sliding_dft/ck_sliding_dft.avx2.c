/* The inner loops of ck_sliding_dft for AVX2. */
#include "ck_sliding_dft_body.h"

#ifdef CK_AVX2

CK_SLIDING_DFT_VARIANT(CK_AVX2, avx2)

#endif
