/* The engine of ck_qrs for AVX2. */
#include "ck_qrs_state.h"

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)

#include "ck_qrs_engine_body.h"

const ck_qrs_engine ck_qrs_engine_avx2 = {push, finish};

#pragma clang attribute pop

#endif
