/* The loops of ck_lomb that are stamped out for each level. */
#ifndef CK_LOMB_BODY_H
#define CK_LOMB_BODY_H

#include "ck_lomb.h"
#include "ck_platform.h"
#include "ck_variants.h"

CK_INLINE double sum_of(const double *x, size_t n)
{
#pragma clang fp reassociate(on)
    double sum = 0.0;
    for (size_t j = 0; j < n; j++) {
        sum += x[j];
    }
    return sum;
}

/* sum w (y - shift) */
CK_INLINE double weighted_sum(const double *w, const double *y, double shift, size_t n)
{
#pragma clang fp reassociate(on) contract(fast)
    double sum = 0.0;
    for (size_t j = 0; j < n; j++) {
        sum += w[j] * (y[j] - shift);
    }
    return sum;
}

/* 0, or NaN if anything is NaN or infinite. */
CK_INLINE double poison(const double *x, size_t n)
{
#pragma clang fp reassociate(on)
    double sum = 0.0;
    for (size_t j = 0; j < n; j++) {
        sum += 0.0 * x[j];
    }
    return sum;
}

CK_INLINE int any_negative(const double *x, size_t n)
{
    int found = 0;
    for (size_t j = 0; j < n; j++) {
        found |= x[j] < 0.0;
    }
    return found;
}

/* The greatest distance of a time from the origin, by eight maxima side by side. */
CK_INLINE double reach_of(const double *t_s, double origin_s, size_t n)
{
    double largest[8] = {0.0};
    for (size_t j = 0; j + 8 <= n; j += 8) {
        for (size_t l = 0; l < 8; l++) {
            const double distance = __builtin_fabs(t_s[j + l] - origin_s);
            largest[l] = distance > largest[l] ? distance : largest[l];
        }
    }
    double reach_s = 0.0;
    for (size_t l = 0; l < 8; l++) {
        reach_s = largest[l] > reach_s ? largest[l] : reach_s;
    }
    for (size_t j = n - n % 8; j < n; j++) {
        const double distance = __builtin_fabs(t_s[j] - origin_s);
        reach_s = distance > reach_s ? distance : reach_s;
    }
    return reach_s;
}

/* Whether all values with a weight equal the first such one. */
CK_INLINE int is_constant(const double *y, const double *w, size_t n)
{
    size_t first = 0;
    while (first < n && !(w[first] > 0.0)) {
        first++;
    }
    const double value = first < n ? y[first] : 0.0;
    int differs = 0;
    for (size_t j = first; j < n; j++) {
        differs |= (y[j] != value) & (w[j] > 0.0);
    }
    return !differs;
}

/* A function of its own, because here the order of the differences matters. */
CK_INLINE double around_mean(double y, double rough, double rest)
{
#pragma clang fp reassociate(off)
    return (y - rough) - rest;
}

/* wy = w ((y - rough) - rest); returns sum wy (y - mean), and sum w^2 by a pointer. */
CK_INLINE double products_of(const double *restrict y, double rough, double rest, size_t n,
                             const double *restrict w, double *restrict wy,
                             double *restrict square_sum)
{
#pragma clang fp reassociate(on) contract(fast)
    double variance = 0.0, squares = 0.0;
    for (size_t j = 0; j < n; j++) {
        const double around = around_mean(y[j], rough, rest);
        wy[j] = w[j] * around;
        variance += w[j] * around * around;
        squares += w[j] * w[j];
    }
    *square_sum = squares;
    return variance;
}

CK_INLINE ck_lomb_moments weigh_body(const double *t_s, const double *y, const double *raw,
                                     size_t n, double *w, double *wy)
{
    if (raw) {
        /* By the greatest first, so that neither their sum nor a share can leave the range. */
        const double greatest = reach_of(raw, 0.0, n);
        for (size_t j = 0; j < n; j++) {
            w[j] = greatest > 0.0 ? raw[j] / greatest : raw[j];
        }
    } else {
        for (size_t j = 0; j < n; j++) {
            w[j] = 1.0;
        }
    }
    const double total = sum_of(w, n);
    for (size_t j = 0; j < n; j++) {
        w[j] = total > 0.0 ? w[j] / total : 0.0;
    }
    /* The mean in two numbers, the second what rounding left: or a large mean would cost digits. */
    const double rough = weighted_sum(w, y, 0.0, n);
    const double rest = weighted_sum(w, y, rough, n);
    const double origin_s = n > 0 ? 0.5 * t_s[0] + 0.5 * t_s[n - 1] : 0.0;
    ck_lomb_moments moments = {.origin_s = origin_s, .reach_s = reach_of(t_s, origin_s, n)};
    moments.variance = products_of(y, rough, rest, n, w, wy, &moments.square_sum);
    moments.is_valid =
        poison(t_s, n) + poison(y, n) + (raw ? poison(raw, n) : 0.0) == 0.0 && !any_negative(w, n);
    moments.is_constant = is_constant(y, w, n);
    return moments;
}

/* Turns without the whole ones, -1/2 ... 1/2, as two numbers: the second is what rounding took. To
 * the nearest whole, because the difference is then exact. */
typedef struct {
    double high;
    double low;
} phase;

CK_INLINE phase phase_of(double t_s, double origin_s, double f_hz)
{
    /* t - origin without rounding error (Knuth's two-sum), times f likewise. */
    const double distance = t_s - origin_s;
    const double back = distance - t_s;
    const double distance_low = (t_s - (distance - back)) - (origin_s + back);
    const double turns = distance * f_hz;
    const double low = __builtin_fma(distance, f_hz, -turns) + distance_low * f_hz;
    return (phase){turns - ck_rint(turns), low};
}

/* start + k step, whole turns dropped. */
CK_INLINE double phase_after(phase start, phase step, double k)
{
    const double turns = k * step.high;
    const double low = __builtin_fma(k, step.high, -turns) + k * step.low;
    return (turns - ck_rint(turns)) + start.high + (low + start.low);
}

#define LANES 8
typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));
/* Samples whose phasors stay in the nearest cache while frequencies pass. */
#define CHUNK 64

typedef struct {
    /* exp(-i a) at eight neighbouring frequencies, and the turn to the next eight. */
    lanes cosine[CHUNK], sine[CHUNK];
    double turn_cosine[CHUNK], turn_sine[CHUNK];
} phasors;

CK_INLINE void seed(phasors *at, size_t j, phase start, phase step, double k)
{
    const double first = 2.0 * CK_PI * phase_after(start, step, k);
    const double one = 2.0 * CK_PI * (step.high + step.low);
    const double one_cosine = ck_cos(one), one_sine = -ck_sin(one);
    double cosine = ck_cos(first), sine = -ck_sin(first);
    double turn_cosine = 1.0, turn_sine = 0.0;
    for (size_t l = 0; l < LANES; l++) {
        at->cosine[j][l] = cosine;
        at->sine[j][l] = sine;
        const double next = cosine * one_cosine - sine * one_sine;
        sine = sine * one_cosine + cosine * one_sine;
        cosine = next;
        const double turn = turn_cosine * one_cosine - turn_sine * one_sine;
        turn_sine = turn_sine * one_cosine + turn_cosine * one_sine;
        turn_cosine = turn;
    }
    at->turn_cosine[j] = turn_cosine;
    at->turn_sine[j] = turn_sine;
}

/* Adds the chunk's terms at eight frequencies to the sums, of which `count` are wanted, and turns
 * the phasors on. */
CK_INLINE void add_terms(phasors *at, const double *restrict w, const double *restrict wy,
                         size_t n, size_t count, double *restrict data,
                         double *restrict once, double *restrict twice)
{
    lanes data_re = {0}, data_im = {0}, once_re = {0}, once_im = {0}, twice_re = {0},
          twice_im = {0};
    for (size_t j = 0; j < n; j++) {
        const lanes c = at->cosine[j], s = at->sine[j];
        const lanes wc = w[j] * c, ws = w[j] * s;
        data_re += wy[j] * c;
        data_im += wy[j] * s;
        once_re += wc;
        once_im += ws;
        twice_re += wc * c - ws * s;
        twice_im += wc * s;
        at->cosine[j] = c * at->turn_cosine[j] - s * at->turn_sine[j];
        at->sine[j] = s * at->turn_cosine[j] + c * at->turn_sine[j];
    }
    for (size_t l = 0; l < count; l++) {
        data[2 * l] += data_re[l];
        data[2 * l + 1] += data_im[l];
        once[2 * l] += once_re[l];
        once[2 * l + 1] += once_im[l];
        twice[2 * l] += twice_re[l];
        twice[2 * l + 1] += 2.0 * twice_im[l];
    }
}

CK_INLINE void grid_sums_body(const double *restrict t_s, const double *restrict w,
                              const double *restrict wy, size_t n, double origin_s,
                              double first_hz, double step_hz, size_t n_f,
                              double *restrict data, double *restrict once,
                              double *restrict twice)
{
#pragma clang fp contract(fast)
    for (size_t k = 0; k < 2 * n_f; k++) {
        data[k] = once[k] = twice[k] = 0.0;
    }
    phasors at;
    for (size_t block = 0; block < n_f; block += CK_LOMB_RESEED) {
        const size_t end = block + CK_LOMB_RESEED < n_f ? block + CK_LOMB_RESEED : n_f;
        for (size_t chunk = 0; chunk < n; chunk += CHUNK) {
            const size_t size = n - chunk < CHUNK ? n - chunk : CHUNK;
            for (size_t j = 0; j < size; j++) {
                seed(&at, j, phase_of(t_s[chunk + j], origin_s, first_hz),
                     phase_of(t_s[chunk + j], origin_s, step_hz), (double)block);
            }
            for (size_t k = block; k < end; k += LANES) {
                add_terms(&at, w + chunk, wy + chunk, size, end - k < LANES ? end - k : LANES,
                          data + 2 * k, once + 2 * k, twice + 2 * k);
            }
        }
    }
}

CK_INLINE size_t power_body(const double *restrict data, const double *restrict once,
                            const double *restrict twice, const double *restrict factors,
                            size_t n_f, double variance, double scale,
                            double *restrict power)
{
#pragma clang fp contract(fast)
    /* Rounding of the sums, 1e-16 or so, is divided by the determinant. */
    const double smallest = 1e-4;
    double undecided = 0.0;
    for (size_t k = 0; k < n_f; k++) {
        const double f = factors[k];
        const double y_cos = f * data[2 * k], y_sin = f * data[2 * k + 1];
        const double w_cos = f * once[2 * k], w_sin = f * once[2 * k + 1];
        const double w_cos2 = f * twice[2 * k], w_sin2 = f * twice[2 * k + 1];
        const double cos_cos = 0.5 * (1.0 + w_cos2) - w_cos * w_cos;
        const double sin_sin = 0.5 * (1.0 - w_cos2) - w_sin * w_sin;
        const double cos_sin = 0.5 * w_sin2 - w_cos * w_sin;
        const double determinant = cos_cos * sin_sin - cos_sin * cos_sin;
        const double explained = sin_sin * y_cos * y_cos + cos_cos * y_sin * y_sin -
                                 2.0 * cos_sin * y_cos * y_sin;
        const double raw = explained / determinant;
        const double above = raw > 0.0 ? raw : 0.0;
        const double inside = scale * (above < variance ? above : variance);
        const int is_decided = determinant >= smallest;
        power[k] = is_decided ? inside : -1.0;
        undecided += is_decided ? 0.0 : 1.0;
    }
    return (size_t)undecided;
}

/* The functions of one level. */
#define CK_LOMB_VARIANT(TARGET, LEVEL)                                                             \
    TARGET ck_lomb_moments ck_lomb_weigh_##LEVEL(const double *t_s, const double *y,               \
                                                 const double *raw, size_t n, double *w,           \
                                                 double *wy)                                       \
    {                                                                                              \
        return weigh_body(t_s, y, raw, n, w, wy);                                                  \
    }                                                                                              \
    TARGET void ck_lomb_grid_sums_##LEVEL(const double *restrict t_s, const double *restrict w,    \
                                          const double *restrict wy, size_t n, double origin_s,    \
                                          double first_hz, double step_hz, size_t n_f,             \
                                          double *restrict data, double *restrict once,            \
                                          double *restrict twice)                                  \
    {                                                                                              \
        grid_sums_body(t_s, w, wy, n, origin_s, first_hz, step_hz, n_f, data, once, twice);        \
    }                                                                                              \
    TARGET size_t ck_lomb_power_##LEVEL(const double *restrict data,                               \
                                        const double *restrict once,                               \
                                        const double *restrict twice,                              \
                                        const double *restrict factors, size_t n_f,                \
                                        double variance, double scale, double *restrict power)     \
    {                                                                                              \
        return power_body(data, once, twice, factors, n_f, variance, scale, power);                \
    }

#endif
