/* A detector's life: created, fed, at its end; and its loops for any processor. */
#include "ck_qrs.h"

#include "ck_qrs_loops_body.h"

CK_QRS_VARIANT(CK_PLAIN, plain, 2)

static const double min_rate_hz = 100, max_rate_hz = 4000;

ck_status ck_qrs_create(ck_cpu_level level, double rate_hz, ck_qrs **qrs)
{
    *qrs = NULL;
    if (!(rate_hz >= min_rate_hz && rate_hz <= max_rate_hz)) {
        return CK_BAD_ARGUMENT;
    }
    ck_qrs *const created = ck_allocate(sizeof(ck_qrs));
    if (!created) {
        return CK_OUT_OF_MEMORY;
    }
    __builtin_memset(created, 0, sizeof *created);
    created->rate_hz = rate_hz;
    created->step = (size_t)(rate_hz / 100);
    created->inner_hz = rate_hz / (double)created->step;
    ck_qrs_weigh_by(created, ck_qrs_standard_weights());
    ck_qrs_plan(created, level);
    ck_qrs_reset(created);
    *qrs = created;
    return CK_OK;
}

void ck_qrs_destroy(ck_qrs *qrs) { ck_free(qrs); }

void ck_qrs_study(ck_qrs *qrs, const ck_qrs_weights *weights, ck_qrs_trace *trace, void *context)
{
    qrs->own_weighing = *weights;
    ck_qrs_weigh_by(qrs, &qrs->own_weighing);
    qrs->trace = trace;
    qrs->trace_context = context;
}

/* Before the first sample it was always as it is there, which is 0 behind the offset. */
void ck_qrs_reset(ck_qrs *qrs)
{
    qrs->input = (ck_qrs_input){0};
    qrs->n_inputs = qrs->step - 1;
    qrs->ahead = NULL;
    qrs->n_ahead = 0;
    for (size_t i = 0; i < qrs_inputs_max; i++) {
        qrs->inputs[i] = 0;
    }
    for (size_t i = 0; i < qrs_lead; i++) {
        qrs->inner[i] = qrs->wave[i] = qrs->low[i] = qrs->high[i] = 0;
    }
    qrs->origin = -qrs_lead;
    qrs->n_inner = qrs->n_low = qrs->n_wave = 0;
    qrs->scanned = 0;
    qrs->end = (ptrdiff_t)((size_t)-1 >> 1);
    qrs->n_gaps = 0;
    qrs->n_candidates = qrs->n_decided = 0;
    qrs->has_learned = 0;
    qrs->first = -1;
    qrs->is_last_known = 0;
    qrs->is_searched = qrs->follows_gap = 0;
}

size_t ck_qrs_push(ck_qrs *qrs, const double *x, size_t n, size_t *n_used, ck_qrs_beat *beats)
{
    return qrs->engine->push(qrs, x, n, n_used, beats);
}

size_t ck_qrs_finish(ck_qrs *qrs, ck_qrs_beat *beats) { return qrs->engine->finish(qrs, beats); }

_Static_assert(sizeof(struct ck_qrs) <= 70 * 1024, "as the header says");
