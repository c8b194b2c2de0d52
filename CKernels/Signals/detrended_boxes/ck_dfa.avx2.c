/* ck_dfa for AVX2. */
#include "ck_dfa_body.h"

#ifdef CK_AVX2

CK_DFA_VARIANT(CK_AVX2, avx2)

#endif
