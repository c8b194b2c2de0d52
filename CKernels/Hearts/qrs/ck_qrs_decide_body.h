/* Which candidates are beats. */
#ifndef CK_QRS_DECIDE_BODY_H
#define CK_QRS_DECIDE_BODY_H

#include "ck_qrs_levels_body.h"
#include "ck_qrs_measures_body.h"

static const double overdue_rr = 1.66, overdue_bar = -2;
/* No second beat so soon; and of two that are nearer than a share of the R-R interval, from the
 * shortest to the longest, the better one. */
static const double refractory_s = 0.18, nearest_s = 0.18, rival_rr = 0.4, rival_s = 0.25;
static const double search_from_s = 0.25, rival_low = 0.4;
/* Where the apex is looked for, before and after the middle of the energy: so early at most that
 * 0.4 s after it the beat is decided. */
static const double apex_before_s = 0.035, apex_after_s = 0.06, mean_s = 0.1;

/* ---- Candidates ---- */

/* The first of x[from ... end] that is a peak and not below `smallest`, or what is behind the end. */
static ptrdiff_t next_peak(const float *x, ptrdiff_t from, ptrdiff_t end, float smallest)
{
    const ck_eight_floats bar = (ck_eight_floats){0} + smallest;
    for (; from <= end; from += 8) {
        const ck_eight_floats v = *(const ck_eight_floats *)(x + from);
        const ck_eight_ints is_peak = (v >= bar) & (v > *(const ck_eight_floats *)(x + from - 1))
            & (v >= *(const ck_eight_floats *)(x + from + 1));
        const unsigned lanes = CK_EIGHT_LANES(is_peak);
        if (lanes != 0) {
            return from + __builtin_ctz(lanes);
        }
    }
    return from;
}

/* Whether what will follow the candidate, too near for both to be beats, has a better score. */
static int has_rival(const ck_qrs *qrs, const ck_qrs_candidate *candidate, ptrdiff_t limit)
{
    const double within_s = ck_qrs_clamp(rival_rr * qrs->levels.rr_upper_s, nearest_s, rival_s);
    const ptrdiff_t i = candidate->k - qrs->origin, around = qrs->spans.around;
    const ptrdiff_t known = limit - qrs->origin, within = i + (ptrdiff_t)(within_s * qrs->inner_hz);
    const ptrdiff_t end = within < known - 2 ? within : known - 2;
    const float *const low = qrs->low;
    const float smallest = (float)(rival_low * rival_low) * candidate->low;
    for (ptrdiff_t j = next_peak(low, i + qrs->spans.separation, end, smallest); j <= end;
         j = next_peak(low, j + 1, end, smallest)) {
        const ptrdiff_t to = j + around < known ? j + around : known;
        ck_qrs_candidate rival = {
            .k = qrs->origin + j,
            .low = low[j],
            .high = ck_qrs_largest(qrs->high, j - around, to),
        };
        ck_qrs_append_logs(&rival);
        if (ck_qrs_score(qrs, &rival, limit, candidate->score) > candidate->score) {
            return 1;
        }
    }
    return 0;
}

/* Whether a jump leads to a line that does not move at all: an amplifier at its rail. */
static int is_edge_of_line(const ck_qrs *qrs, const ck_qrs_candidate *candidate, ptrdiff_t limit)
{
    const float *const wave = qrs->wave + (candidate->k - qrs->origin);
    const ptrdiff_t end = limit - candidate->k + qrs->spans.look_wave;
    const float level = wave[end], before = wave[-qrs->spans.flank];
    for (ptrdiff_t i = qrs->spans.flank; i < end; i++) {
        if (wave[i] != level) {
            return 0;
        }
    }
    const float jump = level > before ? level - before : before - level;
    return jump * jump > candidate->low;
}

static int is_beat(const ck_qrs *qrs, const ck_qrs_candidate *candidate, ptrdiff_t limit)
{
    const double bar = qrs->is_searched ? overdue_bar : 0;
    if (!(candidate->score > bar)) {
        return 0;
    }
    if (qrs->is_last_known && ck_qrs_seconds(qrs, qrs->last.k, candidate->k) < refractory_s) {
        return 0;
    }
    return !has_rival(qrs, candidate, limit) && !is_edge_of_line(qrs, candidate, limit);
}

/* ---- Beats ---- */

/* The apex near a candidate, in input samples. */
static double apex(const ck_qrs *qrs, ptrdiff_t k)
{
    const float *const wave = qrs->wave + (k - qrs->origin);
    const ptrdiff_t from = -(ptrdiff_t)(apex_before_s * qrs->inner_hz);
    const ptrdiff_t to = (ptrdiff_t)(apex_after_s * qrs->inner_hz);
    const ptrdiff_t wide = (ptrdiff_t)(mean_s * qrs->inner_hz);
    const float mean = ck_qrs_mean(wave, -wide, wide + 1);
    float largest = -1;
    ptrdiff_t best = 0;
    for (ptrdiff_t i = from; i <= to; i++) {
        const float height = __builtin_fabsf(wave[i] - mean);
        best = height > largest ? i : best;
        largest = height > largest ? height : largest;
    }
    const double before = (double)wave[best - 1], after = (double)wave[best + 1];
    const double bend = before - 2 * (double)wave[best] + after;
    const double beyond = bend != 0 ? ck_qrs_clamp(0.5 * (before - after) / bend, -0.5, 0.5) : 0;
    return ((double)(k + best) + beyond) * (double)qrs->step;
}

static void accept(ck_qrs *qrs, ptrdiff_t index, int is_late, ck_qrs_beat *beat)
{
    ck_qrs_candidate *const candidate = &qrs->candidates[index];
    ck_qrs_learn_beat(qrs, candidate);
    qrs->last = *candidate;
    qrs->is_last_known = 1;
    qrs->is_searched = 0;
    qrs->active = candidate->k;
    const double position = apex(qrs, candidate->k);
    beat->position = position > 0 ? position : 0;
    beat->log_odds = candidate->score;
    beat->is_late = is_late;
    beat->follows_gap = qrs->follows_gap;
    qrs->follows_gap = 0;
}

static ptrdiff_t overdue_at(const ck_qrs *qrs)
{
    const double wait_s = overdue_rr * qrs->levels.rr_s.median;
    return qrs->last.k + (ptrdiff_t)(wait_s * qrs->inner_hz) + 1;
}

/* The candidate since the last beat that has the best score above the lower bar, or -1. */
static ptrdiff_t best_missed(const ck_qrs *qrs)
{
    const ptrdiff_t oldest = overdue_at(qrs) - qrs_past;
    ptrdiff_t best = -1;
    for (ptrdiff_t i = qrs->n_decided - 1; i >= 0; i--) {
        const ck_qrs_candidate *const candidate = &qrs->candidates[i];
        if (ck_qrs_seconds(qrs, qrs->last.k, candidate->k) <= search_from_s
            || candidate->k < oldest) {
            break;
        }
        if (candidate->score > (best < 0 ? overdue_bar : qrs->candidates[best].score)
            && !is_edge_of_line(qrs, candidate, candidate->k + qrs->spans.look)) {
            best = i;
        }
    }
    return best;
}

/* ---- Time ---- */

/* Behind a gap nothing is known of the last beats. */
static void pass_gap(ck_qrs *qrs)
{
    qrs->is_last_known = 0;
    qrs->is_searched = 0;
    qrs->follows_gap = 1;
    qrs->active = qrs->gap_ends[0];
    qrs->n_gaps--;
    for (size_t i = 0; i < qrs->n_gaps; i++) {
        qrs->gap_ends[i] = qrs->gap_ends[i + 1];
    }
}

/* Decides the next candidate; returns how many beats. */
static size_t decide_next(ck_qrs *qrs, ck_qrs_beat *beat)
{
    const ptrdiff_t index = qrs->n_decided++;
    ck_qrs_candidate *const candidate = &qrs->candidates[index];
    const ptrdiff_t limit = candidate->k + qrs->spans.look;
    if (candidate->k >= qrs->end) {
        candidate->score = -1e9;
        return 0;
    }
    if (candidate->k - qrs->active > qrs->spans.relearn) {
        ck_qrs_learn(qrs, candidate->k - qrs->spans.learn, candidate->k);
        qrs->is_last_known = 0;
        qrs->is_searched = 0;
    }
    ck_qrs_append_logs(candidate);
    if (candidate->log_low < qrs->levels.min_low) {
        candidate->score = -1e9;
        return 0;
    }
    ck_qrs_score(qrs, candidate, limit, overdue_bar);
    const int found = is_beat(qrs, candidate, limit);
    if (qrs->trace) {
        ck_qrs_report(qrs, candidate, limit, found);
    }
    if (!found) {
        return 0;
    }
    accept(qrs, index, 0, beat);
    return 1;
}

/* Decides all candidates that enough is known after; returns how many beats. */
static size_t ck_qrs_decide(ck_qrs *qrs, ck_qrs_beat *beats)
{
    const ptrdiff_t known = qrs->n_low - 1 - qrs->spans.look;
    size_t n = 0;
    while (n < CK_QRS_BEATS_MAX) {
        const ptrdiff_t never = known + 1;
        const ptrdiff_t next = qrs->n_decided < qrs->n_candidates
            ? qrs->candidates[qrs->n_decided].k : never;
        const ptrdiff_t search = qrs->is_last_known && !qrs->is_searched ? overdue_at(qrs) : never;
        const ptrdiff_t event = next < search ? next : search;
        if (qrs->n_gaps > 0 && qrs->gap_ends[0] <= known && qrs->gap_ends[0] <= event) {
            pass_gap(qrs);
        } else if (event > known) {
            break;
        } else if (search <= next) {
            qrs->is_searched = 1;
            const ptrdiff_t missed = best_missed(qrs);
            if (missed >= 0) {
                accept(qrs, missed, 1, &beats[n++]);
                qrs->n_decided = missed + 1;
            }
        } else {
            n += decide_next(qrs, &beats[n]);
        }
    }
    return n;
}

#endif
