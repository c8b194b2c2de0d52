/* The calls of ck_beat_shape, but for create, and its loops for any processor. */
#include "ck_beat_shape.h"

#include "ck_beat_shape_loops_body.h"

CK_BEAT_SHAPE_VARIANT(CK_PLAIN, plain)

void ck_beat_shape_reset(ck_beat_shape *s)
{
    __builtin_memset(s->shape, 0, sizeof s->shape);
    s->beats = s->dominant = 0;
    s->unrest = 0;
    ck_beat_shape_rewind(s);
}

void ck_beat_shape_rewind(ck_beat_shape *s) { s->engine->rewind(s); }

void ck_beat_shape_push(ck_beat_shape *s, const double *x, size_t n, double position,
                        double first, ck_beat_shape_beat *beat)
{
    s->engine->push(s, x, n, position, first, beat);
}
