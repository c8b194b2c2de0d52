/* The inner loops of ck_sliding_dft for AVX-512. */
#include "ck_sliding_dft_body.h"

#ifdef CK_AVX512

CK_SLIDING_DFT_VARIANT(CK_AVX512, avx512)

#endif
