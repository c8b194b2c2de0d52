/* A detector's life: created, fed, at its end. */
#include "ck_qrs.h"

#include "ck_qrs_state.h"

static const double least_rate_hz = 100, most_rate_hz = 4000;
/* Between waves of one complex, candidates are not told apart. */
static const double apart_s = 0.07, around_s = 0.06;
static const double look_s = 0.225, after_s = 0.1, after_high_s = 0.12;
static const double flank_s = 0.1, foot_s = 0.06;
static const double learn_s = 2, relearn_s = 8;
static const double hold_s = 0.45;

static ptrdiff_t span(const ck_qrs *qrs, double seconds)
{
    return (ptrdiff_t)(seconds * qrs->inner_hz);
}

static void set_spans(ck_qrs *qrs)
{
    qrs->spans = (ck_qrs_spans){
        .apart = span(qrs, apart_s),
        .around = span(qrs, around_s),
        .look = span(qrs, look_s),
        .look_wave = (ptrdiff_t)qrs->low_band.reach - (ptrdiff_t)qrs->smooth_reach,
        .after = span(qrs, after_s),
        .after_high = span(qrs, after_high_s),
        .flank = span(qrs, flank_s),
        .foot = span(qrs, foot_s),
        .learn = span(qrs, learn_s),
        .relearn = span(qrs, relearn_s),
    };
}

ck_status ck_qrs_create(ck_cpu_level level, double rate_hz, ck_qrs **qrs)
{
    *qrs = NULL;
    if (!(rate_hz >= least_rate_hz && rate_hz <= most_rate_hz)) {
        return CK_BAD_ARGUMENT;
    }
    ck_qrs *const created = ck_allocate(sizeof(ck_qrs));
    if (!created) {
        return CK_OUT_OF_MEMORY;
    }
    created->rate_hz = rate_hz;
    created->step = (size_t)(rate_hz / 100);
    created->inner_hz = rate_hz / (double)created->step;
    ck_qrs_weigh_by(created, ck_qrs_standard_weights());
    created->trace = NULL;
    created->trace_context = NULL;
    ck_qrs_front_init(created, level);
    set_spans(created);
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

/* Looks for the first sample that moved; among those from place k on. */
static void begin(ck_qrs *qrs, ptrdiff_t k)
{
    for (; k < qrs->n_inner; k++) {
        if (qrs->inner[k - qrs->origin] != 0) {
            qrs->first = k;
            return;
        }
    }
}

static size_t advance(ck_qrs *qrs, ptrdiff_t new_from, ck_qrs_beat *beats)
{
    ck_qrs_filter(qrs);
    ck_qrs_find_candidates(qrs);
    if (qrs->first < 0) {
        begin(qrs, new_from);
    }
    if (qrs->first >= 0 && !qrs->has_learned && qrs->n_low > qrs->first + qrs->spans.learn) {
        ck_qrs_learn(qrs, qrs->first, qrs->first + qrs->spans.learn);
    }
    return qrs->has_learned ? ck_qrs_decide(qrs, beats) : 0;
}

size_t ck_qrs_push(ck_qrs *qrs, const double *x, size_t n, size_t *n_taken, ck_qrs_beat *beats)
{
    const ptrdiff_t before = qrs->n_inner;
    *n_taken = ck_qrs_take_input(qrs, x, n);
    return advance(qrs, before, beats);
}

size_t ck_qrs_finish(ck_qrs *qrs, ck_qrs_beat *beats)
{
    qrs->end = (ptrdiff_t)((qrs->input.n + qrs->step - 1) / qrs->step);
    size_t left = (size_t)(hold_s * qrs->rate_hz), n = 0;
    while (left > 0) {
        const size_t count = left < qrs_take ? left : qrs_take;
        ck_qrs_hold_input(qrs, count);
        ck_qrs_filter(qrs);
        left -= count;
    }
    ck_qrs_find_candidates(qrs);
    if (!qrs->has_learned && qrs->first >= 0) {
        const ptrdiff_t most = qrs->first + qrs->spans.learn;
        ck_qrs_learn(qrs, qrs->first, most < qrs->n_low ? most : qrs->n_low);
    }
    n = qrs->has_learned ? ck_qrs_decide(qrs, beats) : 0;
    return n;
}

_Static_assert(sizeof(struct ck_qrs) <= 70 * 1024, "as the header says");
