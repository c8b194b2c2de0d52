/* The bodies of ck_beat_class, compiled once for every instruction set. */
#ifndef CK_BEAT_CLASS_BODY_H
#define CK_BEAT_CLASS_BODY_H

#include "ck_beat_class.h"
#include "ck_lanes.h"

#define CK_BEAT_CLASS_TINY 1e-12

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

CK_INLINE void ck_beat_class_resample_body(const float *restrict taps, size_t n_taps,
                                           size_t n_phases, const float *restrict x,
                                           ptrdiff_t begin, size_t first, double step, size_t n,
                                           float *restrict out)
{
#pragma clang fp contract(off)
    const double phases = (double)n_phases;
    for (size_t i = 0; i < n; i++) {
        double position = (double)(first + i) * step;
        ptrdiff_t whole = (ptrdiff_t)(position + 0.5 / phases);
        ptrdiff_t phase = (ptrdiff_t)((position - (double)whole) * phases + 0.5);
        out[i] = ck_beat_class_product(taps + (size_t)phase * n_taps, n_taps, x + (whole - begin));
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

/* The median: the k-th of the values in ascending order is the largest that at most k are below. */
CK_INLINE double ck_beat_class_median(const float *restrict x, size_t n)
{
    int below[CK_BEAT_CLASS_FORM_MAX] = {0};
    for (size_t j = 0; j < n; j++) {
        const float value = x[j];
        for (size_t i = 0; i < n; i++) {
            below[i] += value < x[i];
        }
    }
    const int half = (int)(n / 2);
    float high = -__builtin_inff(), low = high;
    for (size_t i = 0; i < n; i++) {
        high = below[i] <= half && x[i] > high ? x[i] : high;
        low = below[i] <= half - 1 && x[i] > low ? x[i] : low;
    }
    return n % 2 ? (double)high : ((double)low + (double)high) / 2;
}

CK_INLINE void ck_beat_class_measure_body(const float *restrict x, size_t n,
                                          ck_beat_class_form *restrict form)
{
#pragma clang fp contract(off)
    double squares[CK_BEAT_CLASS_FORM_MAX] = {0}, terms[CK_BEAT_CLASS_FORM_MAX] = {0};
    const size_t m = n - 2;
    const double center = (double)(m - 1) / 2;
    float low = x[0], high = x[0];
    for (size_t i = 0; i < n; i++) {
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
    }
    double max_square = 0;
    for (size_t i = 0; i < m; i++) {
        double slope = ((double)x[i + 2] - (double)x[i]) / 16;
        squares[i] = slope * slope;
        max_square = squares[i] > max_square ? squares[i] : max_square;
        terms[i] = squares[i] * (((double)i - center) * 8);
    }
    const double energy = ck_beat_class_total(squares, m) + CK_BEAT_CLASS_TINY;
    const double mean = ck_beat_class_total(terms, m) / energy;
    for (size_t i = 0; i < m; i++) {
        double distance = ((double)i - center) * 8 - mean;
        terms[i] = squares[i] * distance * distance;
    }
    form->height = (double)high - (double)low + CK_BEAT_CLASS_TINY;
    form->max_slope = __builtin_sqrt(max_square);
    form->spread = __builtin_sqrt(ck_beat_class_total(terms, m) / energy);
    const double median = ck_beat_class_median(x, n);
    double peak = 0;
    for (size_t i = 0; i < n; i++) {
        terms[i] = __builtin_fabs((double)x[i] - median);
        peak = terms[i] > peak ? terms[i] : peak;
    }
    form->area = ck_beat_class_total(terms, n);
    form->peak = peak;
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
