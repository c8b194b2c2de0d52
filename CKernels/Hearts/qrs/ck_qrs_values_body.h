/* What the parts of the engine of ck_qrs do with numbers. */
#ifndef CK_QRS_VALUES_BODY_H
#define CK_QRS_VALUES_BODY_H

#include "ck_lanes.h"
#include "ck_qrs_state.h"

CK_INLINE double ck_qrs_clamp(double x, double low, double high)
{
    const double below = high < x ? high : x;
    return low > below ? low : below;
}

/* Natural, within 3e-7; finite for 0. With m x 2^e, m = 1 + f from 1/sqrt 2 to sqrt 2: e log 2 and
 * the polynomial of least error for log(1 + f). */
CK_INLINE double ck_qrs_log(double x)
{
    union {
        double value;
        unsigned long long bits;
    } number = {.value = x > 1e-60 ? x : 1e-60};
    const unsigned long long root_half = 0x3fe6a09e667f3bcdULL;
    const long long exponent = (long long)(number.bits - root_half) >> 52;
    number.bits -= (unsigned long long)exponent << 52;
    const double f = number.value - 1, f2 = f * f;
    const double low = (1.00000325 - 0.50001965 * f) + f2 * (0.333032947 - 0.248813482 * f);
    const double high = (0.206047329 - 0.189019035 * f) + f2 * 0.118271637;
    return (double)exponent * 0.69314718055994531 + f * (low + f2 * f2 * high);
}

/* The log of what has this square. */
CK_INLINE double ck_qrs_log_of_root(float square)
{
    return 0.5 * ck_qrs_log((double)square);
}

/* Seconds from one index to another. */
CK_INLINE double ck_qrs_seconds(const ck_qrs *qrs, ptrdiff_t from, ptrdiff_t to)
{
    return (double)(to - from) / qrs->inner_hz;
}

CK_INLINE void ck_qrs_append_logs(ck_qrs_candidate *candidate)
{
    candidate->log_low = ck_qrs_log_of_root(candidate->low);
    candidate->log_high = ck_qrs_log_of_root(candidate->high);
}

/* Neither NaN nor beyond any electrocardiogram. */
CK_INLINE int ck_qrs_is_sample(double x) { return x > -1e15 && x < 1e15; }

#define CK_QRS_LOAD(x) (*(const ck_eight_floats *)(x))
#define CK_QRS_LARGER(a, b) ((a) > (b) ? (a) : (b))
#define CK_QRS_LESS(a, b) ((a) < (b) ? (a) : (b))
#define CK_QRS_LARGER_EIGHT(a, b) CK_CHOOSE(ck_eight_floats, ck_eight_ints, (a) > (b), a, b)
#define CK_QRS_LESS_EIGHT(a, b) CK_CHOOSE(ck_eight_floats, ck_eight_ints, (a) < (b), a, b)
/* The eight, from lane `by` on. */
#define CK_QRS_TURN(v, by)                                                                         \
    __builtin_shufflevector(v, v, by, by + 1, by + 2, by + 3, (by + 4) % 8, (by + 5) % 8,          \
                            (by + 6) % 8, (by + 7) % 8)

/* Of x[from ... to - 1], not empty; several at a time, so that none waits for the one before. */
CK_INLINE float ck_qrs_mean(const float *x, ptrdiff_t from, ptrdiff_t to)
{
    float sum[4] = {0};
    const float count = (float)(to - from);
    for (; from + 4 <= to; from += 4) {
        for (ptrdiff_t k = 0; k < 4; k++) {
            sum[k] += x[from + k];
        }
    }
    for (; from < to; from++) {
        sum[0] += x[from];
    }
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) / count;
}

typedef struct ck_qrs_range {
    float smallest, largest;
} ck_qrs_range;

/* Of x[from ... to], not empty. The last of several vectors ends at `to`, whatever of it has been
 * seen. */
CK_INLINE ck_qrs_range ck_qrs_range_of(const float *x, ptrdiff_t from, ptrdiff_t to)
{
    ck_qrs_range range = {x[to], x[to]};
    if (to - from < 7) {
        for (; from < to; from++) {
            range.smallest = CK_QRS_LESS(x[from], range.smallest);
            range.largest = CK_QRS_LARGER(x[from], range.largest);
        }
        return range;
    }
    ck_eight_floats smallest = CK_QRS_LOAD(x + to - 7), largest = smallest;
    for (; from + 7 < to; from += 8) {
        const ck_eight_floats v = CK_QRS_LOAD(x + from);
        smallest = CK_QRS_LESS_EIGHT(v, smallest);
        largest = CK_QRS_LARGER_EIGHT(v, largest);
    }
    smallest = CK_QRS_LESS_EIGHT(smallest, CK_QRS_TURN(smallest, 4));
    largest = CK_QRS_LARGER_EIGHT(largest, CK_QRS_TURN(largest, 4));
    smallest = CK_QRS_LESS_EIGHT(smallest, CK_QRS_TURN(smallest, 2));
    largest = CK_QRS_LARGER_EIGHT(largest, CK_QRS_TURN(largest, 2));
    return (ck_qrs_range){CK_QRS_LESS(smallest[0], smallest[1]), CK_QRS_LARGER(largest[0], largest[1])};
}

/* The largest of x[from ... to], not empty. */
CK_INLINE float ck_qrs_largest(const float *x, ptrdiff_t from, ptrdiff_t to)
{
    return ck_qrs_range_of(x, from, to).largest;
}

#endif
