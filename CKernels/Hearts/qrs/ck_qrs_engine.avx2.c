/* The engine of ck_qrs for AVX2. */
#include "ck_qrs_state.h"

#ifdef CK_AVX2

#pragma clang attribute push(CK_AVX2, apply_to = function)

#include "ck_qrs_engine_body.h"

const ck_qrs_engine ck_qrs_engine_avx2 = {push, finish};

#pragma clang attribute pop

#endif
