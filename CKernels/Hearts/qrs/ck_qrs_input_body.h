/* The way in: missing samples, jumps where nothing moved, and steps to the inner rate. */
#ifndef CK_QRS_INPUT_BODY_H
#define CK_QRS_INPUT_BODY_H

#include "ck_qrs_values_body.h"

/* Duration of missing samples, or of one value (a lead that is off, a rail), after which there is
 * a gap, and the baseline is where the signal continues. */
static const double missing_s = 0.3, still_s = 0.4;
/* Where a signal stands still more often than this it is a coarse one: its jumps are its own. */
static const double coarse_s = 3;

static size_t samples(const ck_qrs *qrs, double seconds)
{
    return (size_t)(seconds * qrs->rate_hz);
}

static void begin_input(ck_qrs_input *input, double x)
{
    input->has_begun = 1;
    input->offset = x;
    input->previous = x;
}

/* One sample after the other, with all that may be wrong with it. */
static float append_one(ck_qrs *qrs, double x, size_t index)
{
    ck_qrs_input *const input = &qrs->input;
    if (!ck_qrs_is_sample(x)) {
        input->n_missing++;
        return input->held;
    }
    if (!input->has_begun) {
        begin_input(input, x);
    }
    const int was_missing = input->n_missing > samples(qrs, missing_s);
    const int stood = input->n_same > samples(qrs, still_s);
    int is_gap = was_missing;
    if (x == input->previous && !was_missing) {
        input->n_same++;
    } else {
        is_gap |= stood && input->n + index >= input->next_still;
        if (is_gap) {
            input->offset = x - (double)input->held;
        }
        if (stood) {
            input->next_still = input->n + index + samples(qrs, coarse_s);
        }
        input->n_same = 0;
    }
    if (is_gap && qrs->n_gaps < qrs_gaps_max) {
        qrs->gap_ends[qrs->n_gaps++] = (ptrdiff_t)((input->n + index) / qrs->step);
    }
    input->n_missing = 0;
    input->previous = x;
    input->held = (float)(x - input->offset);
    return input->held;
}

/* How many of the last x[n] are as the one before them. */
static size_t same_at_end(const double *x, size_t n)
{
    size_t count = 0;
    while (count + 1 < n && x[n - 1 - count] == x[n - 2 - count]) {
        count++;
    }
    return count;
}

static void append_all(ck_qrs *qrs, const double *x, size_t n, float *out)
{
    ck_qrs_input *const input = &qrs->input;
    size_t i = 0;
    while (i < n) {
        if (input->has_begun && input->n_missing == 0
            && input->n_same + 16 <= samples(qrs, still_s)) {
            const size_t count = qrs->loops->append(x + i, n - i, input->previous, input->offset, out + i);
            i += count;
            if (count > 0) {
                input->n_same = same_at_end(x + i - 16, 16);
                input->previous = x[i - 1];
                input->held = out[i - 1];
            }
        }
        for (size_t end = i + 16 < n ? i + 16 : n; i < end; i++) {
            out[i] = append_one(qrs, x[i], i);
        }
    }
    input->n += n;
}

/* Inner samples, while there are inputs for them: element 0 of the inputs is step - 1 before the
 * next one. */
static void step_down(ck_qrs *qrs)
{
    const size_t reach = 2 * qrs->step - 2;
    const size_t n = qrs->n_inputs > reach ? (qrs->n_inputs - reach - 1) / qrs->step + 1 : 0;
    const size_t start = n * qrs->step;
    float *const inner = qrs->inner + (qrs->n_inner - qrs->origin);
    qrs->loops->step_down(qrs->weights, qrs->step, qrs->inputs, n, inner);
    qrs->n_inner += (ptrdiff_t)n;
    qrs->n_inputs -= start;
    for (size_t i = 0; i < qrs->n_inputs; i++) {
        qrs->inputs[i] = qrs->inputs[start + i];
    }
}

static void shift(float *wave, ptrdiff_t by, ptrdiff_t count)
{
    __builtin_memmove(wave, wave + by, (size_t)count * sizeof *wave);
}

/* Forgets what is too old, where space is needed. */
static void shift_out(ck_qrs *qrs)
{
    const ptrdiff_t count = qrs->n_inner - qrs->origin;
    if (count + qrs_block + 8 <= qrs_waves) {
        return;
    }
    const ptrdiff_t by = count - qrs_history;
    shift(qrs->inner, by, qrs_history);
    shift(qrs->wave, by, qrs_history);
    shift(qrs->low, by, qrs_history);
    shift(qrs->high, by, qrs_history);
    qrs->origin += by;
}

/* Takes up to qrs_block of x[n] into inner samples; returns how many. */
static size_t ck_qrs_append_input(ck_qrs *qrs, const double *x, size_t n)
{
    const size_t used = n < qrs_block ? n : qrs_block;
    shift_out(qrs);
    append_all(qrs, x, used, qrs->inputs + qrs->n_inputs);
    qrs->n_inputs += used;
    step_down(qrs);
    qrs->ahead = x + used;
    qrs->n_ahead = n - used < qrs_block ? n - used : qrs_block;
    return used;
}

/* Goes on with the last sample, n times. */
static void ck_qrs_hold_input(ck_qrs *qrs, size_t n)
{
    shift_out(qrs);
    qrs->n_ahead = 0;
    for (size_t i = 0; i < n; i++) {
        qrs->inputs[qrs->n_inputs++] = qrs->input.held;
    }
    step_down(qrs);
}

#endif
