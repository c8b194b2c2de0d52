/* Complex transform: Stockham's self-sorting passes (Cochran et al. 1967, Proc. IEEE 55:1664) for
 * lengths 2^a 3^b 5^c, Bluestein's chirp (1970, IEEE Trans. Audio Electroacoust. 18:451) for the
 * rest.
 *
 * One pass of radix r turns s interleaved transforms of length r m into r s of length m. With
 * w = exp(-2 pi i / (r m)) and, for each p < m and q < s, the column v[j] = x[q + s (p + m j)],
 *
 *     y[q + s (r p + k)] = w^(p k) sum over j of v[j] exp(-2 pi i j k / r),   k = 0 ... r-1.   (1)
 *
 * Starting from s = 1 and ending at m = 1, the output comes out in natural order.
 */
#include "ck_complex_fft.h"

#include <stdbool.h>

#include "ck_platform.h"

enum {
    max_radix = 5,
    max_passes = 19 /* n = 2 x 3^18; the longest convolution, 2^31, takes 16 */
};

typedef struct {
    double re;
    double im;
} complex_number;

typedef struct {
    size_t radix;
    size_t stride;         /* s of (1) */
    size_t count;          /* m of (1) */
    const double *twiddle; /* see fill_twiddles */
} pass;

struct ck_complex_fft {
    size_t length;
    size_t pass_count;
    pass passes[max_passes];
    double *twiddles; /* of all passes */
    /* Only for lengths that need Bluestein's algorithm; else NULL. */
    ck_complex_fft *convolution; /* of length >= 2 length - 1 */
    double *chirp;               /* chirp(j) of (2): real parts, then imaginary parts */
    double *kernel;              /* transform of (3), in the same order */
};

/* For functions whose radix is a constant wherever they are called: inlined, their loops over the
 * radix unroll and their small arrays stay in registers. */
#define WRITTEN_FOR_ANY_RADIX static inline __attribute__((always_inline))

/* ---- Butterflies: the sums of (1) ---- */

static inline complex_number add(complex_number a, complex_number b) {
    return (complex_number){a.re + b.re, a.im + b.im};
}

static inline complex_number subtract(complex_number a, complex_number b) {
    return (complex_number){a.re - b.re, a.im - b.im};
}

static inline complex_number multiply(complex_number a, complex_number b) {
    return (complex_number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/* a + t b, t real */
static inline complex_number add_scaled(complex_number a, double t, complex_number b) {
    return (complex_number){a.re + t * b.re, a.im + t * b.im};
}

/* -i a */
static inline complex_number turned(complex_number a) { return (complex_number){a.im, -a.re}; }

static inline void butterfly2(complex_number *v) {
    const complex_number sum = add(v[0], v[1]);
    v[1] = subtract(v[0], v[1]);
    v[0] = sum;
}

/* exp(-2 pi i / 3) = -1/2 - i sin 60 */
static inline void butterfly3(complex_number *v) {
    const double sin60 = 0.86602540378443864676;
    const complex_number zero = {0, 0};
    const complex_number sum = add(v[1], v[2]);
    const complex_number middle = add_scaled(v[0], -0.5, sum);
    const complex_number odd = turned(add_scaled(zero, sin60, subtract(v[1], v[2])));
    v[0] = add(v[0], sum);
    v[1] = add(middle, odd);
    v[2] = subtract(middle, odd);
}

static inline void butterfly4(complex_number *v) {
    const complex_number even_sum = add(v[0], v[2]);
    const complex_number even_difference = subtract(v[0], v[2]);
    const complex_number odd_sum = add(v[1], v[3]);
    const complex_number odd_difference = turned(subtract(v[1], v[3]));
    v[0] = add(even_sum, odd_sum);
    v[1] = add(even_difference, odd_difference);
    v[2] = subtract(even_sum, odd_sum);
    v[3] = subtract(even_difference, odd_difference);
}

/* Outputs k and 5-k share the cosine sums and differ in the sign of the sine sums. */
static inline void butterfly5(complex_number *v) {
    const double cos72 = 0.30901699437494742410, cos144 = -0.80901699437494742410;
    const double sin72 = 0.95105651629515357212, sin144 = 0.58778525229247312917;
    const complex_number zero = {0, 0};
    const complex_number sum1 = add(v[1], v[4]), difference1 = subtract(v[1], v[4]);
    const complex_number sum2 = add(v[2], v[3]), difference2 = subtract(v[2], v[3]);
    const complex_number cosine1 = add_scaled(add_scaled(v[0], cos72, sum1), cos144, sum2);
    const complex_number cosine2 = add_scaled(add_scaled(v[0], cos144, sum1), cos72, sum2);
    const complex_number sine1 =
        turned(add_scaled(add_scaled(zero, sin72, difference1), sin144, difference2));
    const complex_number sine2 =
        turned(add_scaled(add_scaled(zero, sin144, difference1), -sin72, difference2));
    v[0] = add(v[0], add(sum1, sum2));
    v[1] = add(cosine1, sine1);
    v[2] = add(cosine2, sine2);
    v[3] = subtract(cosine2, sine2);
    v[4] = subtract(cosine1, sine1);
}

/* ---- Passes ---- */

/* One column of (1), with the twiddles w[1 ... radix-1]. */
WRITTEN_FOR_ANY_RADIX void transform_column(size_t radix, const complex_number *w,
                                            const double *xr, const double *xi, size_t x_step,
                                            double *yr, double *yi, size_t y_step) {
    complex_number v[max_radix];
    for (size_t k = 0; k < radix; k++) v[k] = (complex_number){xr[k * x_step], xi[k * x_step]};
    if (radix == 2) butterfly2(v);
    if (radix == 3) butterfly3(v);
    if (radix == 4) butterfly4(v);
    if (radix == 5) butterfly5(v);
    yr[0] = v[0].re;
    yi[0] = v[0].im;
    for (size_t k = 1; k < radix; k++) {
        const complex_number y = multiply(v[k], w[k]);
        yr[k * y_step] = y.re;
        yi[k * y_step] = y.im;
    }
}

WRITTEN_FOR_ANY_RADIX void load_twiddles(size_t radix, const double *twiddle, size_t m, size_t p,
                                         complex_number *w) {
    for (size_t k = 1; k < radix; k++) {
        const double *column = twiddle + 2 * (k - 1) * m + p;
        w[k] = (complex_number){column[0], column[m]};
    }
}

/* The first pass, s = 1: the contiguous index is p. */
WRITTEN_FOR_ANY_RADIX void run_first_pass(size_t radix, size_t m, const double *twiddle,
                                          const double *xr, const double *xi, double *yr,
                                          double *yi) {
    for (size_t p = 0; p < m; p++) {
        complex_number w[max_radix];
        load_twiddles(radix, twiddle, m, p, w);
        transform_column(radix, w, xr + p, xi + p, m, yr + radix * p, yi + radix * p, 1);
    }
}

/* Any other pass: the contiguous index is q, and the twiddles are constants of the inner loop. */
WRITTEN_FOR_ANY_RADIX void run_later_pass(size_t radix, size_t m, size_t s, const double *twiddle,
                                          const double *xr, const double *xi, double *yr,
                                          double *yi) {
    for (size_t p = 0; p < m; p++) {
        complex_number w[max_radix];
        load_twiddles(radix, twiddle, m, p, w);
        for (size_t q = 0; q < s; q++) {
            const size_t from = s * p + q, to = s * radix * p + q;
            transform_column(radix, w, xr + from, xi + from, s * m, yr + to, yi + to, s);
        }
    }
}

/* A function for each radix: restrict on the parameters is what lets the loops be vectorised, and
 * it would not survive on a function that is always inlined. */
#define DEFINE_PASS(radix)                                                                       \
    static void run_pass##radix(size_t m, size_t s, const double *restrict twiddle,              \
                                const double *restrict xr, const double *restrict xi,            \
                                double *restrict yr, double *restrict yi) {                      \
        if (s == 1)                                                                              \
            run_first_pass(radix, m, twiddle, xr, xi, yr, yi);                                   \
        else                                                                                     \
            run_later_pass(radix, m, s, twiddle, xr, xi, yr, yi);                                \
    }

DEFINE_PASS(2)
DEFINE_PASS(3)
DEFINE_PASS(4)
DEFINE_PASS(5)

static void run_pass(const pass *stage, ck_split x, ck_split y) {
    const size_t m = stage->count, s = stage->stride;
    switch (stage->radix) {
    case 2: run_pass2(m, s, stage->twiddle, x.re, x.im, y.re, y.im); break;
    case 3: run_pass3(m, s, stage->twiddle, x.re, x.im, y.re, y.im); break;
    case 4: run_pass4(m, s, stage->twiddle, x.re, x.im, y.re, y.im); break;
    default: run_pass5(m, s, stage->twiddle, x.re, x.im, y.re, y.im); break;
    }
}

static ck_split run_passes(const ck_complex_fft *plan, ck_split data, ck_split work) {
    for (size_t i = 0; i < plan->pass_count; i++) {
        run_pass(&plan->passes[i], data, work);
        const ck_split result = work;
        work = data;
        data = result;
    }
    return data;
}

/* ---- Bluestein's algorithm ----
 *
 * 2 j k = j^2 + k^2 - (k - j)^2 turns the transform into a convolution:
 *
 *     X[k] = chirp(k) sum over j of (x[j] chirp(j)) conj(chirp(k - j)),
 *     chirp(j) = exp(-pi i j^2 / n).                                                           (2)
 *
 * It is done circularly, with length m >= 2n - 1 and the kernel
 *
 *     b[j] = b[m - j] = conj(chirp(j)) for j < n, 0 between,                                   (3)
 *
 * whose transform, divided by m, is in the plan.
 */

/* y[j] = a[j] b[j]. y may be a. */
static void multiply_arrays(size_t n, const double *ar, const double *ai, const double *b_split,
                            double *yr, double *yi) {
    const double *br = b_split, *bi = b_split + n;
    for (size_t j = 0; j < n; j++) {
        const complex_number a = {ar[j], ai[j]}, b = {br[j], bi[j]};
        const complex_number product = multiply(a, b);
        yr[j] = product.re;
        yi[j] = product.im;
    }
}

static ck_split run_bluestein(const ck_complex_fft *plan, ck_split data, ck_split work) {
    const size_t n = plan->length, m = plan->convolution->length;
    multiply_arrays(n, data.re, data.im, plan->chirp, work.re, work.im);
    for (size_t j = n; j < m; j++) work.re[j] = work.im[j] = 0;

    const ck_split a = run_passes(plan->convolution, work, data);
    const ck_split spare = a.re == work.re ? data : work;
    multiply_arrays(m, a.re, a.im, plan->kernel, a.re, a.im);
    const ck_split sums = ck_split_exchanged(
        run_passes(plan->convolution, ck_split_exchanged(a), ck_split_exchanged(spare)));

    multiply_arrays(n, sums.re, sums.im, plan->chirp, sums.re, sums.im);
    return sums;
}

ck_split ck_complex_fft_run(const ck_complex_fft *plan, ck_split data, ck_split work) {
    return plan->convolution ? run_bluestein(plan, data, work) : run_passes(plan, data, work);
}

size_t ck_complex_fft_capacity(const ck_complex_fft *plan) {
    return plan->convolution ? plan->convolution->length : plan->length;
}

/* ---- Plans ---- */

/* Splits length into passes. False if another prime than 2, 3 and 5 divides it. Radix 4 goes first
 * because its strided stores in the first pass cost least. */
static bool factorise(ck_complex_fft *plan) {
    static const size_t radices[] = {4, 2, 3, 5};
    size_t rest = plan->length, stride = 1;
    plan->pass_count = 0;
    for (size_t i = 0; i < sizeof radices / sizeof radices[0]; i++) {
        const size_t radix = radices[i];
        for (; rest % radix == 0; rest /= radix) {
            plan->passes[plan->pass_count++] =
                (pass){.radix = radix, .stride = stride, .count = rest / radix};
            stride *= radix;
        }
    }
    return rest == 1;
}

/* For each k = 1 ... r-1 in turn: the real parts of w^(p k) for p < m, then the imaginary parts. */
static void fill_twiddles(size_t radix, size_t m, double *twiddle) {
    for (size_t k = 1; k < radix; k++) {
        for (size_t p = 0; p < m; p++)
            ck_unit_root(p * k, radix * m, &twiddle[p], &twiddle[m + p]);
        twiddle += 2 * m;
    }
}

static ck_status prepare_passes(ck_complex_fft *plan) {
    size_t total = 0;
    for (size_t i = 0; i < plan->pass_count; i++)
        total += 2 * (plan->passes[i].radix - 1) * plan->passes[i].count;
    plan->twiddles = ck_allocate_doubles(total);
    if (!plan->twiddles) return CK_OUT_OF_MEMORY;

    double *next = plan->twiddles;
    for (size_t i = 0; i < plan->pass_count; i++) {
        pass *stage = &plan->passes[i];
        fill_twiddles(stage->radix, stage->count, next);
        stage->twiddle = next;
        next += 2 * (stage->radix - 1) * stage->count;
    }
    return CK_OK;
}

/* Writes (2); j^2 is reduced modulo 2n in integers, for the angle to keep full precision. */
static void fill_chirp(size_t n, double *chirp) {
    for (ck_wide j = 0; j < n; j++)
        ck_unit_root(j * j % (2 * (ck_wide)n), 2 * (ck_wide)n, &chirp[j], &chirp[n + j]);
}

/* Writes the transform of (3) divided by m. scratch holds 4 m doubles. */
static void fill_kernel(const ck_complex_fft *plan, double *scratch) {
    const size_t n = plan->length, m = plan->convolution->length;
    const ck_split b = {scratch, scratch + m}, work = {scratch + 2 * m, scratch + 3 * m};
    const double scale = 1 / (double)m;
    for (size_t j = 0; j < 2 * m; j++) scratch[j] = 0;
    for (size_t j = 0; j < n; j++) {
        const size_t mirror = j == 0 ? 0 : m - j;
        b.re[j] = b.re[mirror] = plan->chirp[j] * scale;
        b.im[j] = b.im[mirror] = -plan->chirp[n + j] * scale;
    }
    const ck_split kernel = run_passes(plan->convolution, b, work);
    for (size_t k = 0; k < m; k++) {
        plan->kernel[k] = kernel.re[k];
        plan->kernel[m + k] = kernel.im[k];
    }
}

static ck_status prepare_bluestein(ck_complex_fft *plan) {
    size_t m = 1;
    while (m < 2 * plan->length - 1) m *= 2;
    const ck_status status = ck_complex_fft_create(m, &plan->convolution);
    if (status != CK_OK) return status;

    plan->chirp = ck_allocate_doubles(2 * plan->length);
    plan->kernel = ck_allocate_doubles(2 * m);
    double *scratch = ck_allocate_doubles(4 * m);
    const bool complete = plan->chirp && plan->kernel && scratch;
    if (complete) {
        fill_chirp(plan->length, plan->chirp);
        fill_kernel(plan, scratch);
    }
    ck_free(scratch);
    return complete ? CK_OK : CK_OUT_OF_MEMORY;
}

ck_status ck_complex_fft_create(size_t n, ck_complex_fft **plan) {
    *plan = NULL;
    ck_complex_fft *made = ck_allocate(sizeof *made);
    if (!made) return CK_OUT_OF_MEMORY;

    *made = (ck_complex_fft){.length = n};
    const ck_status status = factorise(made) ? prepare_passes(made) : prepare_bluestein(made);
    if (status == CK_OK)
        *plan = made;
    else
        ck_complex_fft_destroy(made);
    return status;
}

void ck_complex_fft_destroy(ck_complex_fft *plan) {
    if (!plan) return;
    ck_complex_fft_destroy(plan->convolution);
    ck_free(plan->twiddles);
    ck_free(plan->chirp);
    ck_free(plan->kernel);
    ck_free(plan);
}
