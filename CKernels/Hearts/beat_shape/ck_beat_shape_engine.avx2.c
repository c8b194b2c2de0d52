/* The engine of ck_beat_shape for AVX2. */
#include "ck_beat_shape_state.h"

#ifdef CK_AVX2

#pragma clang attribute push(CK_AVX2, apply_to = function)

#include "ck_beat_shape_engine_body.h"

const ck_beat_shape_engine ck_beat_shape_engine_avx2 = {push_beat, rewind_times};

#pragma clang attribute pop

#endif
