/* The engine of ck_qrs: from samples to beats. Compiled once for processors that round a product and
 * the sum it goes into together, and once for the others. */
#ifndef CK_QRS_ENGINE_BODY_H
#define CK_QRS_ENGINE_BODY_H

#include "ck_qrs_candidates_body.h"
#include "ck_qrs_decide_body.h"
#include "ck_qrs_input_body.h"

/* So long the last sample is held at the end. */
static const double hold_s = 0.45;

/* Looks for the first sample that moved; among those from index k on. */
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

static size_t push(ck_qrs *qrs, const double *x, size_t n, size_t *n_used, ck_qrs_beat *beats)
{
    const ptrdiff_t before = qrs->n_inner;
    *n_used = ck_qrs_append_input(qrs, x, n);
    return advance(qrs, before, beats);
}

static size_t finish(ck_qrs *qrs, ck_qrs_beat *beats)
{
    qrs->end = (ptrdiff_t)((qrs->input.n + qrs->step - 1) / qrs->step);
    size_t left = (size_t)(hold_s * qrs->rate_hz), n = 0;
    while (left > 0) {
        const size_t count = left < qrs_block ? left : qrs_block;
        ck_qrs_hold_input(qrs, count);
        ck_qrs_filter(qrs);
        left -= count;
    }
    ck_qrs_find_candidates(qrs);
    if (!qrs->has_learned && qrs->first >= 0) {
        const ptrdiff_t largest = qrs->first + qrs->spans.learn;
        ck_qrs_learn(qrs, qrs->first, largest < qrs->n_low ? largest : qrs->n_low);
    }
    n = qrs->has_learned ? ck_qrs_decide(qrs, beats) : 0;
    return n;
}

#endif
