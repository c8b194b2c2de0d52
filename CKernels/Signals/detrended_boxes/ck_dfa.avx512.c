/* ck_dfa for AVX-512. */
#include "ck_dfa_body.h"

#ifdef CK_AVX512

CK_DFA_VARIANT(CK_AVX512, avx512)

#endif
