/* Transform of real data by a complex one. Even n: the real samples taken in pairs are
 * z[j] = x[2j] + i x[2j+1], of h = n/2 samples; the transforms E and O of the even and of the odd
 * samples are separated by symmetry (Cooley, Lewis and Welch 1970, J. Sound Vib. 12:315):
 *
 *     E[k] = (Z[k] + conj Z[h-k]) / 2,   O[k] = -i (Z[k] - conj Z[h-k]) / 2,
 *     X[k] = E[k] + w^k O[k],   conj X[h-k] = E[k] - w^k O[k],   w = exp(-2 pi i / n),       (1)
 *
 * and backwards, with S = X[k] + conj X[h-k] and D = X[k] - conj X[h-k],
 *
 *     2 Z[k] = S + i conj(w^k) D,   2 conj Z[h-k] = S - i conj(w^k) D.                       (2)
 *
 * Odd n: the complex transform of n samples with imaginary part 0.
 */
#include "ck_real_fft.h"

#include <stdbool.h>

#include "ck_complex_fft.h"
#include "ck_platform.h"

struct ck_real_fft {
    size_t length;
    ck_complex_fft *transform; /* of length n/2 or, n being odd, n */
    double *roots;             /* w^k of (1), k = 0 ... h/2: real parts, then imaginary parts;
                                  NULL for odd n */
};

static bool is_even(size_t n) { return n % 2 == 0; }

static size_t root_count(size_t n) { return n / 4 + 1; }

/* ---- Scratch ---- */

size_t ck_real_fft_scratch_count(const ck_real_fft *plan) {
    return 4 * ck_complex_fft_capacity(plan->transform);
}

static ck_split scratch_pair(const ck_real_fft *plan, double *scratch, size_t index) {
    const size_t capacity = ck_complex_fft_capacity(plan->transform);
    return (ck_split){scratch + 2 * index * capacity, scratch + (2 * index + 1) * capacity};
}

/* ---- Forward ---- */

/* Equation (1). */
static void spectrum_from_halves(size_t n, const double *restrict roots,
                                 const double *restrict zr, const double *restrict zi,
                                 double *restrict spectrum) {
    const size_t h = n / 2;
    const double *root_im = roots + root_count(n);
    spectrum[0] = zr[0] + zi[0];
    spectrum[2 * h] = zr[0] - zi[0];
    spectrum[1] = spectrum[2 * h + 1] = 0;
    for (size_t k = 1; k <= h / 2; k++) {
        const size_t mirror = h - k;
        const double even_re = 0.5 * (zr[k] + zr[mirror]), even_im = 0.5 * (zi[k] - zi[mirror]);
        const double odd_re = 0.5 * (zi[k] + zi[mirror]), odd_im = 0.5 * (zr[mirror] - zr[k]);
        const double turned_re = roots[k] * odd_re - root_im[k] * odd_im;
        const double turned_im = roots[k] * odd_im + root_im[k] * odd_re;
        spectrum[2 * k] = even_re + turned_re;
        spectrum[2 * k + 1] = even_im + turned_im;
        spectrum[2 * mirror] = even_re - turned_re;
        spectrum[2 * mirror + 1] = turned_im - even_im;
    }
}

static void forward_odd(const ck_real_fft *plan, const double *restrict x,
                        double *restrict spectrum, ck_split data, ck_split work) {
    const size_t n = plan->length;
    for (size_t j = 0; j < n; j++) data.re[j] = x[j];
    for (size_t j = 0; j < n; j++) data.im[j] = 0;
    const ck_split z = ck_complex_fft_run(plan->transform, data, work);
    ck_pairs_from_split(n / 2 + 1, z.re, z.im, spectrum);
    spectrum[1] = 0;
}

void ck_real_fft_forward(const ck_real_fft *plan, const double *restrict x,
                         double *restrict spectrum, double *restrict scratch) {
    const size_t n = plan->length;
    const ck_split data = scratch_pair(plan, scratch, 0), work = scratch_pair(plan, scratch, 1);
    if (!is_even(n)) {
        forward_odd(plan, x, spectrum, data, work);
        return;
    }
    ck_split_from_pairs(n / 2, x, data.re, data.im);
    const ck_split z = ck_complex_fft_run(plan->transform, data, work);
    spectrum_from_halves(n, plan->roots, z.re, z.im, spectrum);
}

/* ---- Inverse ---- */

/* The inverse complex transform, by exchanging the parts. */
static ck_split run_inverse(const ck_complex_fft *transform, ck_split data, ck_split work) {
    return ck_split_exchanged(
        ck_complex_fft_run(transform, ck_split_exchanged(data), ck_split_exchanged(work)));
}

/* Equation (2). The factor 2 stays: h times 2 is the n that the unscaled inverse should give. */
static void halves_from_spectrum(size_t n, const double *restrict roots,
                                 const double *restrict spectrum, double *restrict zr,
                                 double *restrict zi) {
    const size_t h = n / 2;
    const double *root_im = roots + root_count(n);
    zr[0] = spectrum[0] + spectrum[2 * h];
    zi[0] = spectrum[0] - spectrum[2 * h];
    for (size_t k = 1; k <= h / 2; k++) {
        const size_t mirror = h - k;
        const double re = spectrum[2 * k], im = spectrum[2 * k + 1];
        const double mirror_re = spectrum[2 * mirror], mirror_im = spectrum[2 * mirror + 1];
        const double sum_re = re + mirror_re, sum_im = im - mirror_im;
        const double difference_re = re - mirror_re, difference_im = im + mirror_im;
        const double turned_re = root_im[k] * difference_re - roots[k] * difference_im;
        const double turned_im = roots[k] * difference_re + root_im[k] * difference_im;
        zr[k] = sum_re + turned_re;
        zi[k] = sum_im + turned_im;
        zr[mirror] = sum_re - turned_re;
        zi[mirror] = turned_im - sum_im;
    }
}

static void inverse_odd(const ck_real_fft *plan, const double *restrict spectrum,
                        double *restrict x, ck_split data, ck_split work) {
    const size_t n = plan->length;
    data.re[0] = spectrum[0];
    data.im[0] = 0;
    for (size_t k = 1; k <= n / 2; k++) {
        data.re[k] = data.re[n - k] = spectrum[2 * k];
        data.im[k] = spectrum[2 * k + 1];
        data.im[n - k] = -spectrum[2 * k + 1];
    }
    const ck_split z = run_inverse(plan->transform, data, work);
    for (size_t j = 0; j < n; j++) x[j] = z.re[j];
}

void ck_real_fft_inverse(const ck_real_fft *plan, const double *restrict spectrum,
                         double *restrict x, double *restrict scratch) {
    const size_t n = plan->length;
    const ck_split data = scratch_pair(plan, scratch, 0), work = scratch_pair(plan, scratch, 1);
    if (!is_even(n)) {
        inverse_odd(plan, spectrum, x, data, work);
        return;
    }
    halves_from_spectrum(n, plan->roots, spectrum, data.re, data.im);
    const ck_split z = run_inverse(plan->transform, data, work);
    ck_pairs_from_split(n / 2, z.re, z.im, x);
}

/* ---- Plans ---- */

static ck_status prepare_roots(ck_real_fft *plan) {
    const size_t count = root_count(plan->length);
    plan->roots = ck_allocate_doubles(2 * count);
    if (!plan->roots) return CK_OUT_OF_MEMORY;
    for (size_t k = 0; k < count; k++)
        ck_unit_root(k, plan->length, &plan->roots[k], &plan->roots[count + k]);
    return CK_OK;
}

ck_status ck_real_fft_create(size_t n, ck_real_fft **plan) {
    const size_t max_size = (size_t)1 << 30;
    *plan = NULL;
    if (n == 0 || n > max_size) return CK_BAD_ARGUMENT;
    ck_real_fft *made = ck_allocate(sizeof *made);
    if (!made) return CK_OUT_OF_MEMORY;

    *made = (ck_real_fft){.length = n};
    ck_status status = ck_complex_fft_create(is_even(n) ? n / 2 : n, &made->transform);
    if (status == CK_OK && is_even(n)) status = prepare_roots(made);
    if (status == CK_OK)
        *plan = made;
    else
        ck_real_fft_destroy(made);
    return status;
}

void ck_real_fft_destroy(ck_real_fft *plan) {
    if (!plan) return;
    ck_complex_fft_destroy(plan->transform);
    ck_free(plan->roots);
    ck_free(plan);
}
