/* Envelopes, and their peaks that may be QRS complexes. */
#ifndef CK_QRS_CANDIDATES_BODY_H
#define CK_QRS_CANDIDATES_BODY_H

#include "ck_qrs_values_body.h"

/* All that the inner samples are enough for. */
static void ck_qrs_filter(ck_qrs *qrs)
{
    const ptrdiff_t n_low = qrs->n_inner - (ptrdiff_t)qrs->low_band.reach;
    const ptrdiff_t n_wave = qrs->n_inner - (ptrdiff_t)qrs->smooth_reach;
    const ptrdiff_t low = qrs->n_low - qrs->origin, wave = qrs->n_wave - qrs->origin;
    if (n_low > qrs->n_low) {
        qrs->loops->envelopes(&qrs->low_band, &qrs->high_band, qrs->inner + low,
                              (size_t)(n_low - qrs->n_low), qrs->low + low, qrs->high + low,
                              qrs->ahead, qrs->n_ahead);
        qrs->n_low = n_low;
    }
    if (n_wave > qrs->n_wave) {
        qrs->loops->smooth(qrs->smooth, qrs->smooth_reach, qrs->inner + wave,
                           (size_t)(n_wave - qrs->n_wave), qrs->wave + wave);
        qrs->n_wave = n_wave;
    }
}

/* Drops candidates that nothing will look for any more. */
static void drop_candidates(ck_qrs *qrs)
{
    const ptrdiff_t decided = qrs->n_decided < qrs->n_candidates
        ? qrs->candidates[qrs->n_decided].k : qrs->scanned;
    ptrdiff_t count = 0;
    while (count < qrs->n_decided && qrs->candidates[count].k < decided - qrs_history) {
        count++;
    }
    for (ptrdiff_t i = count; i < qrs->n_candidates; i++) {
        qrs->candidates[i - count] = qrs->candidates[i];
    }
    qrs->n_candidates -= count;
    qrs->n_decided -= count;
}

static void add_candidate(ck_qrs *qrs, ptrdiff_t i)
{
    if (qrs->n_candidates == qrs_candidates_max) {
        drop_candidates(qrs);
    }
    const ck_qrs_candidate candidate = {
        .k = qrs->origin + i,
        .low = qrs->low[i],
        .high = ck_qrs_largest(qrs->high, i - qrs->spans.around, i + qrs->spans.around),
    };
    qrs->candidates[qrs->n_candidates++] = candidate;
}

static void ck_qrs_find_candidates(ck_qrs *qrs)
{
    const ptrdiff_t end = qrs->n_low - qrs->spans.separation;
    if (end <= qrs->scanned) {
        return;
    }
    size_t indices[qrs_peaks_max];
    const size_t from = (size_t)(qrs->scanned - qrs->origin), n = (size_t)(end - qrs->origin);
    const size_t count = qrs->loops->peaks(qrs->low, from, n, (size_t)qrs->spans.separation, indices);
    for (size_t i = 0; i < count; i++) {
        add_candidate(qrs, (ptrdiff_t)indices[i]);
    }
    qrs->scanned = end;
}

#endif
