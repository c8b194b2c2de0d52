/* The plan of ck_wide_fft, and its loops, stamped out for each level. */
#ifndef CK_WIDE_FFT_BODY_H
#define CK_WIDE_FFT_BODY_H

#include "ck_platform.h"
#include "ck_variants.h"
#include "ck_wide_fft.h"

#define LANES 8
typedef double lanes __attribute__((vector_size(LANES * sizeof(double)), aligned(sizeof(double))));

/* One complex number in each lane. */
typedef struct {
    lanes re, im;
} lines;

typedef struct {
    size_t radix;
    /* Length of the parts that the pass divides. */
    size_t span;
    /* exp(-2 pi i j s / span): real, imaginary; for j < span / radix, s = 1 ... radix - 1. */
    const double *roots;
} pass;

/* A transform that overwrites `count` complex numbers; number k ends at index order[k]. */
typedef struct {
    size_t count;
    size_t n_passes;
    pass passes[32];
    double *roots;
    size_t *order;
} line;

struct ck_wide_fft {
    size_t n;
    line columns, rows;
    /* For every eight columns c: exp(-2 pi i c k / (n/2)) for k < 8, then for k = 8, 16 ... */
    lines *turns;
    /* exp(-2 pi i k / n) for k < 256, and for k = 256, 512 ...: real, imaginary. */
    lines *fine;
    double *coarse;
};

#define FINE 256

CK_INLINE lines product(lines a, lines b)
{
    return (lines){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

CK_INLINE lines turned(lines a, const double *root)
{
    return (lines){a.re * root[0] - a.im * root[1], a.re * root[1] + a.im * root[0]};
}

CK_INLINE lines sum(lines a, lines b) { return (lines){a.re + b.re, a.im + b.im}; }
CK_INLINE lines difference(lines a, lines b) { return (lines){a.re - b.re, a.im - b.im}; }
/* -i (a - b) and i (a - b) */
CK_INLINE lines down(lines a, lines b) { return (lines){a.im - b.im, b.re - a.re}; }

CK_INLINE void pass_two(lines *restrict b, size_t count, const pass *p)
{
    const size_t part = p->span / 2;
    for (size_t block = 0; block < count; block += p->span) {
        for (size_t j = 0; j < part; j++) {
            lines *const x = b + block + j;
            const lines low = sum(x[0], x[part]);
            x[part] = turned(difference(x[0], x[part]), p->roots + 2 * j);
            x[0] = low;
        }
    }
}

CK_INLINE void pass_three(lines *restrict b, size_t count, const pass *p)
{
    const size_t part = p->span / 3;
    const double sine = 0.86602540378443864676;
    for (size_t block = 0; block < count; block += p->span) {
        for (size_t j = 0; j < part; j++) {
            lines *const x = b + block + j;
            const lines both = sum(x[part], x[2 * part]);
            const lines side = down(x[part], x[2 * part]);
            const lines half = {x[0].re - 0.5 * both.re, x[0].im - 0.5 * both.im};
            const lines shift = {sine * side.re, sine * side.im};
            const double *const roots = p->roots + 4 * j;
            x[0] = sum(x[0], both);
            x[part] = turned(sum(half, shift), roots);
            x[2 * part] = turned(difference(half, shift), roots + 2);
        }
    }
}

CK_INLINE void pass_four(lines *restrict b, size_t count, const pass *p)
{
    const size_t part = p->span / 4;
    for (size_t block = 0; block < count; block += p->span) {
        for (size_t j = 0; j < part; j++) {
            lines *const x = b + block + j;
            const lines even = sum(x[0], x[2 * part]), odd = difference(x[0], x[2 * part]);
            const lines even2 = sum(x[part], x[3 * part]), odd2 = down(x[part], x[3 * part]);
            const double *const roots = p->roots + 6 * j;
            x[0] = sum(even, even2);
            x[part] = turned(sum(odd, odd2), roots);
            x[2 * part] = turned(difference(even, even2), roots + 2);
            x[3 * part] = turned(difference(odd, odd2), roots + 4);
        }
    }
}

/* The last pass of radix 4: all its roots are 1. */
CK_INLINE void last_pass_four(lines *restrict b, size_t count)
{
    for (size_t j = 0; j < count; j += 4) {
        lines *const x = b + j;
        const lines even = sum(x[0], x[2]), odd = difference(x[0], x[2]);
        const lines even2 = sum(x[1], x[3]), odd2 = down(x[1], x[3]);
        x[0] = sum(even, even2);
        x[1] = sum(odd, odd2);
        x[2] = difference(even, even2);
        x[3] = difference(odd, odd2);
    }
}

CK_INLINE void pass_five(lines *restrict b, size_t count, const pass *p)
{
    const size_t part = p->span / 5;
    const double c1 = 0.30901699437494742410, c2 = -0.80901699437494742410;
    const double s1 = 0.95105651629515357212, s2 = 0.58778525229247312917;
    for (size_t block = 0; block < count; block += p->span) {
        for (size_t j = 0; j < part; j++) {
            lines *const x = b + block + j;
            const lines a = sum(x[part], x[4 * part]), d = down(x[part], x[4 * part]);
            const lines e = sum(x[2 * part], x[3 * part]), f = down(x[2 * part], x[3 * part]);
            const lines near = {x[0].re + c1 * a.re + c2 * e.re, x[0].im + c1 * a.im + c2 * e.im};
            const lines far = {x[0].re + c2 * a.re + c1 * e.re, x[0].im + c2 * a.im + c1 * e.im};
            const lines near2 = {s1 * d.re + s2 * f.re, s1 * d.im + s2 * f.im};
            const lines far2 = {s2 * d.re - s1 * f.re, s2 * d.im - s1 * f.im};
            const double *const roots = p->roots + 8 * j;
            x[0] = sum(x[0], sum(a, e));
            x[part] = turned(sum(near, near2), roots);
            x[2 * part] = turned(sum(far, far2), roots + 2);
            x[3 * part] = turned(difference(far, far2), roots + 4);
            x[4 * part] = turned(difference(near, near2), roots + 6);
        }
    }
}

CK_INLINE void transform_lines(const line *plan, lines *restrict b)
{
    for (size_t i = 0; i < plan->n_passes; i++) {
        const pass *const p = &plan->passes[i];
        switch (p->radix) {
        case 2: pass_two(b, plan->count, p); break;
        case 3: pass_three(b, plan->count, p); break;
        case 5: pass_five(b, plan->count, p); break;
        default:
            if (p->span == 4) {
                last_pass_four(b, plan->count);
            } else {
                pass_four(b, plan->count, p);
            }
        }
    }
}

/* Exchanges lane l of v[m] and lane m of v[l]. */
CK_INLINE void transpose(lanes v[LANES])
{
    for (size_t i = 0; i < LANES; i += 2) {
        const lanes a = v[i], b = v[i + 1];
        v[i] = __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
        v[i + 1] = __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
    }
    for (size_t i = 0; i < LANES; i += (i % 4 == 1) ? 3 : 1) {
        const lanes a = v[i], b = v[i + 2];
        v[i] = __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
        v[i + 2] = __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
    }
    for (size_t i = 0; i < 4; i++) {
        const lanes a = v[i], b = v[i + 4];
        v[i] = __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
        v[i + 4] = __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
    }
}

CK_INLINE lines deinterleave(const double *x)
{
    const lanes a = *(const lanes *)x, b = *(const lanes *)(x + LANES);
    return (lines){__builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14),
                   __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15)};
}

CK_INLINE void store_together(lines a, double *x)
{
    *(lanes *)x = __builtin_shufflevector(a.re, a.im, 0, 8, 1, 9, 2, 10, 3, 11);
    *(lanes *)(x + LANES) = __builtin_shufflevector(a.re, a.im, 4, 12, 5, 13, 6, 14, 7, 15);
}

/* Eight columns from x, through `buffer`, to the rows: element (k, column) of the result is lane k
 * % 8 of rows[(k / 8) n_columns + column]. */
CK_INLINE void transform_columns(const ck_wide_fft *plan, size_t column, const double *x,
                                 lines *restrict buffer, lines *restrict rows)
{
    const size_t n_rows = plan->columns.count, n_columns = plan->rows.count;
    for (size_t j = 0; j < n_rows; j++) {
        buffer[j] = deinterleave(x + 2 * (j * n_columns + column));
    }
    transform_lines(&plan->columns, buffer);
    const lines *const near = plan->turns + column / LANES * (LANES + n_rows / LANES);
    const lines *const far = near + LANES;
    for (size_t k = 0; k < n_rows; k += LANES) {
        lanes re[LANES], im[LANES];
        for (size_t i = 0; i < LANES; i++) {
            const lines a = product(buffer[plan->columns.order[k + i]],
                                    product(far[k / LANES], near[i]));
            re[i] = a.re;
            im[i] = a.im;
        }
        transpose(re);
        transpose(im);
        lines *const out = rows + k / LANES * n_columns + column;
        for (size_t i = 0; i < LANES; i++) {
            out[i] = (lines){re[i], im[i]};
        }
    }
}

/* The transform of real data from that of its pairs, z[n + 2] with z[n/2] = z[0]. */
CK_INLINE void separate_pair(const ck_wide_fft *plan, const double *restrict z,
                          size_t n_modes, double *restrict spectrum)
{
    const size_t half = plan->n / 2;
    for (size_t k = 0; k < n_modes; k += LANES) {
        const lines a = deinterleave(z + 2 * k);
        /* The mirror images of modes below half lie within z: half - k - 7 is not negative. */
        const lines last = deinterleave(z + 2 * (half - k - (LANES - 1)));
        const lines b = {__builtin_shufflevector(last.re, last.re, 7, 6, 5, 4, 3, 2, 1, 0),
                         -__builtin_shufflevector(last.im, last.im, 7, 6, 5, 4, 3, 2, 1, 0)};
        const lines d = turned(product(difference(a, b), plan->fine[k % FINE / LANES]),
                               plan->coarse + k / FINE * 2);
        const lines x = {0.5 * (a.re + b.re + d.im), 0.5 * (a.im + b.im - d.re)};
        if (k + LANES <= n_modes) {
            store_together(x, spectrum + 2 * k);
        } else {
            for (size_t l = 0; k + l < n_modes; l++) {
                spectrum[2 * (k + l)] = x.re[l];
                spectrum[2 * (k + l) + 1] = x.im[l];
            }
        }
    }
}

CK_INLINE void forward_body(const ck_wide_fft *plan, const double *restrict x,
                            size_t n_modes, double *restrict spectrum,
                            double *restrict scratch)
{
#pragma clang fp contract(fast)
    const size_t n_rows = plan->columns.count, n_columns = plan->rows.count;
    double *const pairs = scratch;
    lines *const rows = (lines *)(scratch + plan->n + 2 * LANES);
    lines *const buffer = rows + plan->n / 2 / LANES;
    for (size_t column = 0; column < n_columns; column += LANES) {
        transform_columns(plan, column, x, buffer, rows);
    }
    for (size_t row = 0; row < n_rows; row += LANES) {
        lines *const at = rows + row / LANES * n_columns;
        transform_lines(&plan->rows, at);
        for (size_t k = 0; k < n_columns; k++) {
            store_together(at[plan->rows.order[k]], pairs + 2 * (k * n_rows + row));
        }
    }
    pairs[plan->n] = pairs[0];
    pairs[plan->n + 1] = pairs[1];
    separate_pair(plan, pairs, n_modes, spectrum);
}

/* The function of one level. */
#define CK_WIDE_FFT_VARIANT(TARGET, LEVEL)                                                         \
    TARGET void ck_wide_fft_forward_##LEVEL(const ck_wide_fft *plan, const double *restrict x,     \
                                            size_t n_modes, double *restrict spectrum,             \
                                            double *restrict scratch)                              \
    {                                                                                              \
        forward_body(plan, x, n_modes, spectrum, scratch);                                         \
    }

#endif
