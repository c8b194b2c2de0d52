/* The bodies of ck_beat_class, compiled once for every instruction set. */
#ifndef CK_BEAT_CLASS_BODY_H
#define CK_BEAT_CLASS_BODY_H

#include "ck_beat_class.h"
#include "ck_lanes.h"

#define CK_BEAT_CLASS_TINY 1e-12
#define CK_LOW_FOUR(v) __builtin_shufflevector(v, v, 0, 1, 2, 3)
#define CK_HIGH_FOUR(v) __builtin_shufflevector(v, v, 4, 5, 6, 7)

CK_INLINE float ck_beat_class_product(const float *taps, size_t n, const float *x)
{
#pragma clang fp contract(off)
    ck_eight_floats sum = {0};
    size_t k = 0;
    for (; k + 8 <= n; k += 8) {
        sum += *(const ck_eight_floats *)(taps + k) * *(const ck_eight_floats *)(x + k);
    }
    float rest = 0;
    for (; k < n; k++) {
        rest += taps[k] * x[k];
    }
    float low = (sum[0] + sum[4]) + (sum[2] + sum[6]);
    float high = (sum[1] + sum[5]) + (sum[3] + sum[7]);
    return (low + high) + rest;
}

/* Four of these sums at once, each in the same order. */
CK_INLINE void ck_beat_class_four_products(const float *const *taps, size_t n,
                                           const float *const *x, float *restrict out)
{
#pragma clang fp contract(off)
    ck_eight_floats a = {0}, b = {0}, c = {0}, d = {0};
    size_t k = 0;
    for (; k + 8 <= n; k += 8) {
        a += *(const ck_eight_floats *)(taps[0] + k) * *(const ck_eight_floats *)(x[0] + k);
        b += *(const ck_eight_floats *)(taps[1] + k) * *(const ck_eight_floats *)(x[1] + k);
        c += *(const ck_eight_floats *)(taps[2] + k) * *(const ck_eight_floats *)(x[2] + k);
        d += *(const ck_eight_floats *)(taps[3] + k) * *(const ck_eight_floats *)(x[3] + k);
    }
    ck_four_floats rest = {0};
    for (; k < n; k++) {
        rest += (ck_four_floats){taps[0][k], taps[1][k], taps[2][k], taps[3][k]} *
                (ck_four_floats){x[0][k], x[1][k], x[2][k], x[3][k]};
    }
    const ck_four_floats p = CK_LOW_FOUR(a) + CK_HIGH_FOUR(a), q = CK_LOW_FOUR(b) + CK_HIGH_FOUR(b);
    const ck_four_floats r = CK_LOW_FOUR(c) + CK_HIGH_FOUR(c), s = CK_LOW_FOUR(d) + CK_HIGH_FOUR(d);
    const ck_four_floats first = __builtin_shufflevector(p, q, 0, 1, 4, 5) +
                                 __builtin_shufflevector(p, q, 2, 3, 6, 7);
    const ck_four_floats second = __builtin_shufflevector(r, s, 0, 1, 4, 5) +
                                  __builtin_shufflevector(r, s, 2, 3, 6, 7);
    *(ck_four_floats *)out = (__builtin_shufflevector(first, second, 0, 2, 4, 6) +
                              __builtin_shufflevector(first, second, 1, 3, 5, 7)) +
                             rest;
}

CK_INLINE void ck_beat_class_resample_body(const float *restrict taps, size_t n_taps,
                                           size_t n_phases, const float *restrict x,
                                           ptrdiff_t begin, size_t first, double step, size_t n,
                                           float *restrict out)
{
#pragma clang fp contract(off)
    const double phases = (double)n_phases;
    for (size_t i = 0; i < n; i += 4) {
        const size_t count = n - i < 4 ? n - i : 4;
        const float *rows[4], *samples[4];
        for (size_t j = 0; j < count; j++) {
            double position = (double)(first + i + j) * step;
            ptrdiff_t whole = (ptrdiff_t)(position + 0.5 / phases);
            ptrdiff_t phase = (ptrdiff_t)((position - (double)whole) * phases + 0.5);
            rows[j] = taps + (size_t)phase * n_taps;
            samples[j] = x + (whole - begin);
        }
        if (count == 4) {
            ck_beat_class_four_products(rows, n_taps, samples, out + i);
        } else {
            for (size_t j = 0; j < count; j++) {
                out[i + j] = ck_beat_class_product(rows[j], n_taps, samples[j]);
            }
        }
    }
}

CK_INLINE void ck_beat_class_energies_body(const ck_beat_class_layout *layout,
                                           const float *restrict window, float *restrict energies)
{
#pragma clang fp contract(off)
    ck_sixteen_floats even = {0}, odd = {0};
    for (size_t lead = 0; lead < layout->n_leads; lead++) {
        const float *x = window + lead * layout->n_window + layout->first;
        size_t k = 0;
        for (; k + 2 <= layout->n; k += 2) {
            ck_sixteen_floats a = *(const ck_sixteen_floats *)(x + k);
            ck_sixteen_floats b = *(const ck_sixteen_floats *)(x + k + 1);
            even += a * a;
            odd += b * b;
        }
        for (; k < layout->n; k++) {
            ck_sixteen_floats a = *(const ck_sixteen_floats *)(x + k);
            even += a * a;
        }
    }
    *(ck_sixteen_floats *)energies = even + odd;
}

CK_INLINE size_t ck_beat_class_match_body(const ck_beat_class_layout *layout,
                                          const float *restrict window,
                                          const float *restrict energies,
                                          const float *restrict template_, size_t n_shifts,
                                          float *restrict similarity)
{
#pragma clang fp contract(off)
    ck_sixteen_floats even = {0}, odd = {0};
    float even_energy = 0, odd_energy = 0;
    for (size_t lead = 0; lead < layout->n_leads; lead++) {
        const float *x = window + lead * layout->n_window + layout->first;
        const float *y = template_ + lead * layout->n_template + layout->first;
        size_t k = 0;
        for (; k + 2 <= layout->n; k += 2) {
            even += *(const ck_sixteen_floats *)(x + k) * y[k];
            odd += *(const ck_sixteen_floats *)(x + k + 1) * y[k + 1];
            even_energy += y[k] * y[k];
            odd_energy += y[k + 1] * y[k + 1];
        }
        for (; k < layout->n; k++) {
            even += *(const ck_sixteen_floats *)(x + k) * y[k];
            even_energy += y[k] * y[k];
        }
    }
    const float energy = even_energy + odd_energy + (float)CK_BEAT_CLASS_TINY;
    const ck_sixteen_floats products = even + odd;
    const ck_sixteen_floats all =
        2 * products / (*(const ck_sixteen_floats *)energies + energy);
    size_t best = 0;
    for (size_t shift = 1; shift < n_shifts; shift++) {
        best = all[shift] > all[best] ? shift : best;
    }
    *similarity = all[best];
    return best;
}

CK_INLINE double ck_beat_class_total(const double *v, size_t n)
{
#pragma clang fp contract(off)
    ck_eight sum = {0};
    for (size_t k = 0; k < n; k += 8) {
        sum += *(const ck_eight *)(v + k);
    }
    return ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
}

/* The largest of n values that are not below 0; behind them v is 0 up to a multiple of eight. */
CK_INLINE double ck_beat_class_peak(const double *v, size_t n)
{
    ck_eight peak = {0};
    for (size_t k = 0; k < n; k += 8) {
        const ck_eight a = *(const ck_eight *)(v + k);
        peak = CK_CHOOSE(ck_eight, ck_eight_bits, a > peak, a, peak);
    }
    ck_eight b = __builtin_shufflevector(peak, peak, 4, 5, 6, 7, 0, 1, 2, 3);
    peak = CK_CHOOSE(ck_eight, ck_eight_bits, b > peak, b, peak);
    b = __builtin_shufflevector(peak, peak, 2, 3, 0, 1, 6, 7, 4, 5);
    peak = CK_CHOOSE(ck_eight, ck_eight_bits, b > peak, b, peak);
    return peak[1] > peak[0] ? peak[1] : peak[0];
}

/* The largest of sixteen. */
CK_INLINE double ck_beat_class_largest(const ck_sixteen_floats *v)
{
    ck_sixteen_floats a = *v;
    ck_sixteen_floats b =
        __builtin_shufflevector(a, a, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
    a = CK_CHOOSE(ck_sixteen_floats, ck_sixteen_ints, b > a, b, a);
    b = __builtin_shufflevector(a, a, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11);
    a = CK_CHOOSE(ck_sixteen_floats, ck_sixteen_ints, b > a, b, a);
    b = __builtin_shufflevector(a, a, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
    a = CK_CHOOSE(ck_sixteen_floats, ck_sixteen_ints, b > a, b, a);
    return (double)(a[1] > a[0] ? a[1] : a[0]);
}

/* Min, median and max of n values, behind which x is infinite up to a multiple of sixteen: the
 * k-th in ascending order is the largest that at most k are below. */
CK_INLINE void ck_beat_class_order(const float *restrict x, size_t n, double *restrict min,
                                   double *restrict median, double *restrict max)
{
    const ck_sixteen_floats none = (ck_sixteen_floats){0} - __builtin_inff();
    const int half = (int)(n / 2);
    ck_sixteen_floats low = none, high = none, top = none, opposite = none;
    for (size_t k = 0; k < n; k += 16) {
        const ck_sixteen_floats a = *(const ck_sixteen_floats *)(x + k);
        ck_sixteen_ints below = {0};
        for (size_t j = 0; j < n; j++) {
            below -= x[j] < a;
        }
        const ck_sixteen_floats under =
            CK_CHOOSE(ck_sixteen_floats, ck_sixteen_ints, below < half, a, none);
        const ck_sixteen_floats upto =
            CK_CHOOSE(ck_sixteen_floats, ck_sixteen_ints, below <= half, a, none);
        const ck_sixteen_floats all =
            CK_CHOOSE(ck_sixteen_floats, ck_sixteen_ints, below < (int)n, a, none);
        low = CK_CHOOSE(ck_sixteen_floats, ck_sixteen_ints, under > low, under, low);
        high = CK_CHOOSE(ck_sixteen_floats, ck_sixteen_ints, upto > high, upto, high);
        top = CK_CHOOSE(ck_sixteen_floats, ck_sixteen_ints, all > top, all, top);
        opposite = CK_CHOOSE(ck_sixteen_floats, ck_sixteen_ints, -a > opposite, -a, opposite);
    }
    *min = -ck_beat_class_largest(&opposite);
    *max = ck_beat_class_largest(&top);
    const double upper = ck_beat_class_largest(&high);
    *median = n % 2 ? upper : (ck_beat_class_largest(&low) + upper) / 2;
}

CK_INLINE void ck_beat_class_measure_body(const float *restrict x, size_t n,
                                          ck_beat_class_form *restrict form)
{
#pragma clang fp contract(off)
    double squares[CK_BEAT_CLASS_FORM_MAX] = {0}, terms[CK_BEAT_CLASS_FORM_MAX] = {0};
    float values[CK_BEAT_CLASS_FORM_MAX];
    const size_t m = n - 2;
    const double center = (double)(m - 1) / 2;
    for (size_t i = 0; i < CK_BEAT_CLASS_FORM_MAX; i++) {
        values[i] = __builtin_inff();
    }
    __builtin_memcpy(values, x, n * sizeof *x);
    for (size_t i = 0; i < m; i++) {
        double slope = ((double)x[i + 2] - (double)x[i]) / 16;
        squares[i] = slope * slope;
        terms[i] = squares[i] * (((double)i - center) * 8);
    }
    const double energy = ck_beat_class_total(squares, m) + CK_BEAT_CLASS_TINY;
    const double mean = ck_beat_class_total(terms, m) / energy;
    for (size_t i = 0; i < m; i++) {
        double distance = ((double)i - center) * 8 - mean;
        terms[i] = squares[i] * distance * distance;
    }
    double min, median, max;
    ck_beat_class_order(values, n, &min, &median, &max);
    form->height = max - min + CK_BEAT_CLASS_TINY;
    form->max_slope = __builtin_sqrt(ck_beat_class_peak(squares, m));
    form->spread = __builtin_sqrt(ck_beat_class_total(terms, m) / energy);
    for (size_t i = 0; i < n; i++) {
        terms[i] = __builtin_fabs((double)x[i] - median);
    }
    form->area = ck_beat_class_total(terms, n);
    form->peak = ck_beat_class_peak(terms, n);
}

/* The functions of one level. */
#define CK_BEAT_CLASS_VARIANT(TARGET, LEVEL)                                                       \
    TARGET void ck_beat_class_resample_##LEVEL(                                                    \
        const float *restrict taps, size_t n_taps, size_t n_phases, const float *restrict x,       \
        ptrdiff_t begin, size_t first, double step, size_t n, float *restrict out)                 \
    {                                                                                              \
        ck_beat_class_resample_body(taps, n_taps, n_phases, x, begin, first, step, n, out);        \
    }                                                                                              \
    TARGET void ck_beat_class_energies_##LEVEL(const ck_beat_class_layout *layout,                 \
                                               const float *restrict window,                       \
                                               float *restrict energies)                           \
    {                                                                                              \
        ck_beat_class_energies_body(layout, window, energies);                                     \
    }                                                                                              \
    TARGET size_t ck_beat_class_match_##LEVEL(                                                     \
        const ck_beat_class_layout *layout, const float *restrict window,                          \
        const float *restrict energies, const float *restrict template_, size_t n_shifts,          \
        float *restrict similarity)                                                                \
    {                                                                                              \
        return ck_beat_class_match_body(layout, window, energies, template_, n_shifts,             \
                                        similarity);                                               \
    }                                                                                              \
    TARGET void ck_beat_class_measure_##LEVEL(const float *restrict x, size_t n,                   \
                                              ck_beat_class_form *restrict form)                   \
    {                                                                                              \
        ck_beat_class_measure_body(x, n, form);                                                    \
    }

#endif
