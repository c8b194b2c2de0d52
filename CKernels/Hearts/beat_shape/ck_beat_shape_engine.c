/* The engine of ck_beat_shape for any processor. */
#include "ck_beat_shape_engine_body.h"

const ck_beat_shape_engine ck_beat_shape_engine_plain = {push_beat, rewind_times};
