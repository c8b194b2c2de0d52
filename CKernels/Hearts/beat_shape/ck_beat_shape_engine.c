/* The engine of ck_beat_shape for any processor. */
#include "ck_beat_shape_engine_body.h"

const ck_beat_shape_engine ck_beat_shape_engine_plain = {take_beat, rewind_times};
