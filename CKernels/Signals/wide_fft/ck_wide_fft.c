#include "ck_wide_fft.h"

#include "ck_wide_fft_body.h"

CK_WIDE_FFT_VARIANT(CK_PLAIN, plain)

CK_VARIANTS(ck_wide_fft_forward);

/* exp(-2 pi i k / n), its angle brought into the first eighth in whole numbers. */
static void root_of_unity(size_t k, size_t n, double *re, double *im)
{
    const size_t eighth = 8 * (k % n) / n;
    const size_t quarter = (eighth + 1) / 2;
    const double rest = (double)(4 * (k % n)) - (double)(quarter * n);
    const double angle = 0.5 * CK_PI * rest / (double)n;
    const double c = ck_cos(angle), s = -ck_sin(angle);
    switch (quarter % 4) {
    case 0: *re = c; *im = s; break;
    case 1: *re = s; *im = -c; break;
    case 2: *re = -c; *im = -s; break;
    default: *re = -s; *im = c; break;
    }
}

static void line_free(line *plan)
{
    ck_free(plan->roots);
    ck_free(plan->order);
}

/* Radix 4 comes last wherever 4 divides: the last pass of that radix needs no roots. */
static size_t next_radix(size_t span)
{
    if (span % 5 == 0) {
        return 5;
    }
    if (span % 3 == 0) {
        return 3;
    }
    size_t power = span;
    while (power % 4 == 0) {
        power /= 4;
    }
    return power == 2 ? 2 : 4;
}

static int line_make(size_t count, line *plan)
{
    *plan = (line){.count = count};
    plan->roots = ck_allocate_doubles(2 * count);
    plan->order = ck_allocate(count * sizeof *plan->order);
    if (!plan->roots || !plan->order) {
        line_free(plan);
        return 0;
    }
    double *root = plan->roots;
    for (size_t span = count; span > 1;) {
        const size_t radix = next_radix(span);
        plan->passes[plan->n_passes++] = (pass){radix, span, root};
        for (size_t j = 0; j < span / radix; j++) {
            for (size_t s = 1; s < radix; s++, root += 2) {
                root_of_unity(j * s, span, root, root + 1);
            }
        }
        span /= radix;
    }
    for (size_t k = 0; k < count; k++) {
        size_t index = 0, rest = k;
        for (size_t i = 0; i < plan->n_passes; i++) {
            const pass *const p = &plan->passes[i];
            index += rest % p->radix * (p->span / p->radix);
            rest /= p->radix;
        }
        plan->order[k] = index;
    }
    return 1;
}

/* The greatest divisor of m up to its root. */
static size_t near_root(size_t m)
{
    size_t best = 1;
    for (size_t d = 1; d * d <= m; d++) {
        best = m % d == 0 ? d : best;
    }
    return best;
}

static void fill_turns(ck_wide_fft *plan)
{
    const size_t n_rows = plan->columns.count, n_columns = plan->rows.count;
    lines *out = plan->turns;
    for (size_t column = 0; column < n_columns; column += LANES) {
        for (size_t i = 0; i < LANES + n_rows / LANES; i++, out++) {
            const size_t k = i < LANES ? i : (i - LANES) * LANES;
            for (size_t l = 0; l < LANES; l++) {
                double re, im;
                root_of_unity((column + l) * k, plan->n / 2, &re, &im);
                out->re[l] = re;
                out->im[l] = im;
            }
        }
    }
    for (size_t k = 0; k < FINE; k++) {
        double re, im;
        root_of_unity(k, plan->n, &re, &im);
        plan->fine[k / LANES].re[k % LANES] = re;
        plan->fine[k / LANES].im[k % LANES] = im;
    }
    for (size_t k = 0; k <= plan->n / 2 / FINE; k++) {
        root_of_unity(k * FINE, plan->n, plan->coarse + 2 * k, plan->coarse + 2 * k + 1);
    }
}

static int has_small_factors(size_t m)
{
    for (size_t factor = 2; factor <= 5; factor++) {
        while (m % factor == 0) {
            m /= factor;
        }
    }
    return m == 1;
}

ck_status ck_wide_fft_create(size_t n, ck_wide_fft **plan)
{
    *plan = NULL;
    if (n < CK_WIDE_FFT_UNIT || n > (size_t)1 << 30 || n % CK_WIDE_FFT_UNIT != 0 ||
        !has_small_factors(n / CK_WIDE_FFT_UNIT)) {
        return CK_BAD_ARGUMENT;
    }
    ck_wide_fft *const made = ck_allocate(sizeof *made);
    if (!made) {
        return CK_OUT_OF_MEMORY;
    }
    *made = (ck_wide_fft){.n = n};
    const size_t n_rows = LANES * near_root(n / CK_WIDE_FFT_UNIT);
    const size_t n_columns = n / 2 / n_rows;
    const size_t n_turns = n_columns / LANES * (LANES + n_rows / LANES);
    made->turns = ck_allocate(n_turns * sizeof *made->turns);
    made->fine = ck_allocate(FINE / LANES * sizeof *made->fine);
    made->coarse = ck_allocate_doubles(2 * (n / 2 / FINE + 1));
    const int has_lines = line_make(n_rows, &made->columns) && line_make(n_columns, &made->rows);
    if (!made->turns || !made->fine || !made->coarse || !has_lines) {
        ck_wide_fft_destroy(made);
        return CK_OUT_OF_MEMORY;
    }
    fill_turns(made);
    *plan = made;
    return CK_OK;
}

void ck_wide_fft_destroy(ck_wide_fft *plan)
{
    if (plan) {
        line_free(&plan->columns);
        line_free(&plan->rows);
        ck_free(plan->turns);
        ck_free(plan->fine);
        ck_free(plan->coarse);
        ck_free(plan);
    }
}

/* Pairs with one more and a margin; rows; eight columns. */
size_t ck_wide_fft_scratch_count(const ck_wide_fft *plan)
{
    return 2 * plan->n + 2 * LANES + 2 * LANES * plan->columns.count;
}

void ck_wide_fft_forward(ck_cpu_level level, const ck_wide_fft *plan, const double *restrict x,
                         size_t n_modes, double *restrict spectrum, double *restrict scratch)
{
    CK_DISPATCH(level, ck_wide_fft_forward, plan, x, n_modes, spectrum, scratch);
}
