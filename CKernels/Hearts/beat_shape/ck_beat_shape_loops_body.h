/* The loops of ck_beat_shape, compiled once for every instruction set. Lanes are neighbouring
 * samples or lags. Where there is an instruction for it, a product and the sum it goes into are
 * rounded together. */
#ifndef CK_BEAT_SHAPE_LOOPS_BODY_H
#define CK_BEAT_SHAPE_LOOPS_BODY_H

#include "ck_beat_shape_filter_body.h"
#include "ck_platform.h"

CK_INLINE double ck_beat_shape_total(const ck_eight *v)
{
#pragma clang fp contract(on)
    double low = ((*v)[0] + (*v)[4]) + ((*v)[2] + (*v)[6]);
    double high = ((*v)[1] + (*v)[5]) + ((*v)[3] + (*v)[7]);
    return low + high;
}

/* sum of a[k] b[k], n a multiple of 8. */
CK_INLINE double ck_beat_shape_dot(const double *a, const double *b, size_t n)
{
#pragma clang fp contract(on)
    ck_eight sum = CK_BEAT_SHAPE_LOAD(a) * CK_BEAT_SHAPE_LOAD(b);
    for (size_t k = 8; k < n; k += 8) {
        sum = sum + CK_BEAT_SHAPE_LOAD(a + k) * CK_BEAT_SHAPE_LOAD(b + k);
    }
    return ck_beat_shape_total(&sum);
}

/* out[i] = sum over k < n of h[k] x[i + k], i < m, rounded up to a multiple of 8. Four sums at a
 * time, of different i or k, so that an addition need not wait for the one before. */
CK_INLINE void ck_beat_shape_slide(const double *h, size_t n, const double *x, double *out,
                                   size_t m)
{
#pragma clang fp contract(on)
    const ck_eight zero = {0};
    size_t i = 0;
    for (; i + 24 < m; i += 32) {
        ck_eight sum[4] = {zero, zero, zero, zero};
        for (size_t k = 0; k < n; k++) {
            for (size_t b = 0; b < 4; b++) {
                sum[b] = sum[b] + h[k] * CK_BEAT_SHAPE_LOAD(x + i + k + 8 * b);
            }
        }
        for (size_t b = 0; b < 4; b++) {
            CK_BEAT_SHAPE_STORE(out + i + 8 * b, sum[b]);
        }
    }
    for (; i + 8 < m; i += 16) {
        ck_eight even[2] = {zero, zero}, odd[2] = {zero, zero};
        for (size_t k = 0; k < n; k++) {
            for (size_t b = 0; b < 2; b++) {
                even[b] = even[b] + h[k] * CK_BEAT_SHAPE_LOAD(x + i + k + 8 * b);
            }
            if (++k < n) {
                for (size_t b = 0; b < 2; b++) {
                    odd[b] = odd[b] + h[k] * CK_BEAT_SHAPE_LOAD(x + i + k + 8 * b);
                }
            }
        }
        for (size_t b = 0; b < 2; b++) {
            CK_BEAT_SHAPE_STORE(out + i + 8 * b, even[b] + odd[b]);
        }
    }
    for (; i < m; i += 8) {
        ck_eight sum[4] = {zero, zero, zero, zero};
        size_t k = 0;
        for (; k + 4 <= n; k += 4) {
            for (size_t b = 0; b < 4; b++) {
                sum[b] = sum[b] + h[k + b] * CK_BEAT_SHAPE_LOAD(x + i + k + b);
            }
        }
        for (; k < n; k++) {
            sum[0] = sum[0] + h[k] * CK_BEAT_SHAPE_LOAD(x + i + k);
        }
        CK_BEAT_SHAPE_STORE(out + i, (sum[0] + sum[1]) + (sum[2] + sum[3]));
    }
}

CK_INLINE double ck_beat_shape_energy_body(const ck_beat_shape *s, const double *v)
{
#pragma clang fp contract(on)
    const ck_eight zero = {0};
    ck_eight square = zero, parts[CK_BEAT_SHAPE_TERMS] = {zero, zero, zero};
    for (size_t k = 0; k < s->length; k += 8) {
        ck_eight value = CK_BEAT_SHAPE_LOAD(v + k);
        square = square + CK_BEAT_SHAPE_LOAD(s->weight + k) * value * value;
        for (size_t t = 0; t < CK_BEAT_SHAPE_TERMS; t++) {
            parts[t] = parts[t] + CK_BEAT_SHAPE_LOAD(s->weighted[t] + k) * value;
        }
    }
    double energy = ck_beat_shape_total(&square);
    for (size_t t = 0; t < CK_BEAT_SHAPE_TERMS; t++) {
        double part = ck_beat_shape_total(&parts[t]);
        energy = energy - part * part;
    }
    return energy > 0 ? energy : 0;
}

/* The wave from position `at` on, between its samples, less its weighted mean. */
CK_INLINE void ck_beat_shape_align_body(ck_beat_shape *s, double at)
{
#pragma clang fp contract(on)
    size_t whole = (size_t)at;
    double x = at - (double)whole;
    double a = x + 2, b = x + 1, d = x - 1, e = x - 2, f = x - 3;
    /* Lagrange's weights of the two points before and the three behind. */
    double ab = a * b, xd = x * d, ef = e * f;
    double weights[6] = {-(b * xd * ef) * (1.0 / 120), a * xd * ef * (1.0 / 24),
                         -(ab * d * ef) * (1.0 / 12),  ab * x * ef * (1.0 / 12),
                         -(ab * xd * f) * (1.0 / 24),  ab * xd * e * (1.0 / 120)};
    ck_beat_shape_slide(weights, 6, s->wave + whole - 2, s->aligned, s->length);
    double mean = ck_beat_shape_dot(s->weight, s->aligned, s->length) * s->weight_inverse;
    for (size_t k = 0; k < s->length; k += 8) {
        CK_BEAT_SHAPE_STORE(s->aligned + k, CK_BEAT_SHAPE_LOAD(s->aligned + k) - mean);
    }
}

/* out = weight times what the baseline leaves of v; returns the weighted energy of that. */
CK_INLINE double ck_beat_shape_without_baseline(const ck_beat_shape *s, const double *v,
                                                double *out)
{
#pragma clang fp contract(on)
    double part[CK_BEAT_SHAPE_TERMS];
    for (size_t t = 0; t < CK_BEAT_SHAPE_TERMS; t++) {
        part[t] = ck_beat_shape_dot(s->weighted[t], v, s->length);
    }
    ck_eight energy = {0};
    for (size_t k = 0; k < s->length; k += 8) {
        ck_eight rest = CK_BEAT_SHAPE_LOAD(v + k);
        for (size_t t = 0; t < CK_BEAT_SHAPE_TERMS; t++) {
            rest = rest - part[t] * CK_BEAT_SHAPE_LOAD(s->term[t] + k);
        }
        ck_eight product = CK_BEAT_SHAPE_LOAD(s->weight + k) * rest;
        energy = energy + product * rest;
        CK_BEAT_SHAPE_STORE(out + k, product);
    }
    return ck_beat_shape_total(&energy);
}

/* out[k]: the derivative of v[n] a sample, by five points; by what there is at the ends. */
CK_INLINE void ck_beat_shape_derive(const double *v, size_t n, double *out)
{
#pragma clang fp contract(on)
    out[0] = out[1] = out[n - 2] = out[n - 1] = 0;
    for (size_t k = 2; k + 2 < n; k++) {
        out[k] = (8 * (v[k + 1] - v[k - 1]) - (v[k + 2] - v[k - 2])) / 12;
    }
}

/* From v, weighted and without baseline, takes what is along `filter`, whose sum with its own plain
 * values is `energy`; answers how much that was. */
CK_INLINE double ck_beat_shape_remove(double *v, const double *filter, const double *plain,
                                        double energy, size_t n)
{
#pragma clang fp contract(on)
    double part = energy > 0 ? ck_beat_shape_dot(v, plain, n) / energy : 0;
    for (size_t k = 0; k < n; k += 8) {
        CK_BEAT_SHAPE_STORE(v + k,
                            CK_BEAT_SHAPE_LOAD(v + k) - part * CK_BEAT_SHAPE_LOAD(filter + k));
    }
    return part;
}

/* The filters of the flanks: one side of T wider than the other, |t| T', and one side higher,
 * sgn(t) (T - T(0)). */
CK_INLINE void ck_beat_shape_make_flanks(const ck_beat_shape *s, ck_beat_shape_average *m,
                                         const double *derivative)
{
#pragma clang fp contract(on)
    size_t n = s->length;
    double plain[CK_BEAT_SHAPE_FLANKS][CK_BEAT_SHAPE_LENGTH_MAX], top = m->wave[s->apex];
    double steepness = ck_beat_shape_dot(m->shift, derivative, n);
    for (size_t k = 0; k < n; k += 8) {
        CK_BEAT_SHAPE_STORE(plain[0] + k, CK_BEAT_SHAPE_LOAD(s->distance + k) *
                                              CK_BEAT_SHAPE_LOAD(derivative + k));
        CK_BEAT_SHAPE_STORE(plain[1] + k, CK_BEAT_SHAPE_LOAD(s->side + k) *
                                              (CK_BEAT_SHAPE_LOAD(m->wave + k) - top));
    }
    for (size_t i = 0; i < CK_BEAT_SHAPE_FLANKS; i++) {
        ck_beat_shape_without_baseline(s, plain[i], m->flank[i]);
        ck_beat_shape_remove(m->flank[i], m->match, m->wave, m->energy, n);
        m->drag[i] = ck_beat_shape_remove(m->flank[i], m->shift, derivative, steepness, n);
        for (size_t j = 0; j < CK_BEAT_SHAPE_FLANKS; j++) {
            m->product[i][j] = ck_beat_shape_dot(m->flank[i], plain[j], n);
        }
    }
}

CK_INLINE void ck_beat_shape_learn_body(const ck_beat_shape *s, ck_beat_shape_average *m,
                                        double share)
{
#pragma clang fp contract(on)
    for (size_t k = 0; k < s->length; k += 8) {
        ck_eight old = CK_BEAT_SHAPE_LOAD(m->average + k);
        CK_BEAT_SHAPE_STORE(m->average + k,
                            old + share * (CK_BEAT_SHAPE_LOAD(s->aligned + k) - old));
    }
}

CK_INLINE void ck_beat_shape_renew_body(const ck_beat_shape *s, ck_beat_shape_average *m)
{
    size_t n = s->length;
    double derivative[CK_BEAT_SHAPE_LENGTH_MAX];
    for (size_t k = 0; k < n; k += 8) {
        CK_BEAT_SHAPE_STORE(m->wave + k, CK_BEAT_SHAPE_LOAD(m->average + k));
    }
    ck_beat_shape_derive(m->wave, n, derivative);
    m->energy = ck_beat_shape_without_baseline(s, m->wave, m->match);
    double steep = ck_beat_shape_without_baseline(s, derivative, m->shift);
    m->slowness = steep > 0 ? ck_sqrt(m->energy / steep) : 0;
    ck_beat_shape_remove(m->shift, m->match, m->wave, m->energy, n);
    ck_beat_shape_make_flanks(s, m, derivative);
}

CK_INLINE void ck_beat_shape_flanks_body(const ck_beat_shape *s, const ck_beat_shape_average *m,
                                         double *sums)
{
    for (size_t i = 0; i < CK_BEAT_SHAPE_FLANKS; i++) {
        sums[i] = ck_beat_shape_dot(m->flank[i], s->aligned, s->length);
    }
}

/* The functions of one level and their table. */
#define CK_BEAT_SHAPE_VARIANT(TARGET, LEVEL)                                                       \
    TARGET static int copy(const double *from, size_t n, double level, float *to)                  \
    {                                                                                              \
        return ck_beat_shape_copy_body(from, n, level, to);                                        \
    }                                                                                              \
    TARGET static void filter(ck_beat_shape *s) { ck_beat_shape_filter_body(s); }                  \
    TARGET static void slide(const double *h, size_t n, const double *x, double *out, size_t m)    \
    {                                                                                              \
        ck_beat_shape_slide(h, n, x, out, m);                                                      \
    }                                                                                              \
    TARGET static double energy(const ck_beat_shape *s, const double *v)                           \
    {                                                                                              \
        return ck_beat_shape_energy_body(s, v);                                                    \
    }                                                                                              \
    TARGET static void align(ck_beat_shape *s, double at) { ck_beat_shape_align_body(s, at); }     \
    TARGET static void learn(const ck_beat_shape *s, ck_beat_shape_average *m, double share)       \
    {                                                                                              \
        ck_beat_shape_learn_body(s, m, share);                                                     \
    }                                                                                              \
    TARGET static void renew(const ck_beat_shape *s, ck_beat_shape_average *m)                     \
    {                                                                                              \
        ck_beat_shape_renew_body(s, m);                                                            \
    }                                                                                              \
    TARGET static void flanks(const ck_beat_shape *s, const ck_beat_shape_average *m,              \
                              double *sums)                                                        \
    {                                                                                              \
        ck_beat_shape_flanks_body(s, m, sums);                                                     \
    }                                                                                              \
    const ck_beat_shape_loops ck_beat_shape_loops_##LEVEL = {copy,  filter, slide, energy,         \
                                                             align, learn,  renew, flanks};

#endif
