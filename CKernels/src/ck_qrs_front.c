/* Filters, and the peaks that may be QRS complexes. */
#include "ck_qrs_state.h"

static const double low_hz = 10, low_s = 0.2, high_hz = 18.75, high_s = 0.16;
static const double smooth_s = 0.024;

static void plain_envelopes(const ck_qrs_band *low, const ck_qrs_band *high,
                            const float *restrict x, size_t n, float *restrict low_out,
                            float *restrict high_out)
{
    ck_qrs_envelopes_body(low, high, x, n, low_out, high_out);
}

static void plain_smooth(const float *weights, size_t reach, const float *restrict x, size_t n,
                         float *restrict out)
{
    ck_qrs_smooth_body(weights, reach, x, n, out);
}

static size_t plain_take(const double *restrict x, size_t n, double previous, double offset,
                         float *restrict out)
{
    return ck_qrs_take_body(x, n, previous, offset, out);
}

static void plain_step_down(const float *weights, size_t step, const float *restrict x, size_t n,
                            float *restrict out)
{
    ck_qrs_step_down_body(weights, step, x, n, out);
}

static size_t plain_peaks(const float *x, size_t from, size_t n, size_t apart, size_t *places)
{
    return ck_qrs_peaks_body(x, from, n, apart, places);
}

/* Raised cosine from 1 at 0 to 0 at half the length. */
static double hann(double t_s, double length_s)
{
    return 0.5 + 0.5 * ck_cos(2 * CK_PI * t_s / length_s);
}

/* The taps of (16); what sampling leaves of a constant is taken off. */
static void design_band(ck_qrs_band *band, double rate_hz, double frequency_hz, double length_s)
{
    band->reach = (size_t)(length_s / 2 * rate_hz);
    double sum = 0, even_sum = 0;
    for (size_t j = 0; j <= band->reach; j++) {
        const double t = (double)j / rate_hz, w = hann(t, length_s) * (j > 0 ? 2 : 1);
        sum += w;
        even_sum += w * ck_cos(2 * CK_PI * frequency_hz * t);
    }
    for (size_t j = 0; j <= band->reach; j++) {
        const double t = (double)j / rate_hz, w = hann(t, length_s) * 2 / sum;
        band->even[j] = (float)(w * (ck_cos(2 * CK_PI * frequency_hz * t) - even_sum / sum));
        band->odd[j] = (float)(w * ck_sin(2 * CK_PI * frequency_hz * t));
    }
}

static void design_smooth(ck_qrs *qrs)
{
    double sum = 0;
    qrs->smooth_reach = (size_t)(smooth_s * qrs->inner_hz);
    for (size_t j = 0; j <= qrs->smooth_reach; j++) {
        sum += hann((double)j / qrs->inner_hz, 2 * smooth_s) * (j > 0 ? 2 : 1);
    }
    for (size_t j = 0; j <= qrs->smooth_reach; j++) {
        qrs->smooth[j] = (float)(hann((double)j / qrs->inner_hz, 2 * smooth_s) / sum);
    }
}

static void choose_loops(ck_qrs *qrs, ck_cpu_level level)
{
    qrs->envelopes = plain_envelopes;
    qrs->smoothen = plain_smooth;
    qrs->take = plain_take;
    qrs->step_down = plain_step_down;
    qrs->find_peaks = plain_peaks;
#if defined(__x86_64__)
    if (level == CK_CPU_AVX2) {
        qrs->envelopes = ck_qrs_envelopes_avx2;
        qrs->smoothen = ck_qrs_smooth_avx2;
        qrs->take = ck_qrs_take_avx2;
        qrs->step_down = ck_qrs_step_down_avx2;
        qrs->find_peaks = ck_qrs_peaks_avx2;
    } else if (level == CK_CPU_AVX512) {
        qrs->envelopes = ck_qrs_envelopes_avx512;
        qrs->smoothen = ck_qrs_smooth_avx512;
        qrs->take = ck_qrs_take_avx512;
        qrs->step_down = ck_qrs_step_down_avx512;
        qrs->find_peaks = ck_qrs_peaks_avx512;
    }
#else
    (void)level;
#endif
}

void ck_qrs_front_init(ck_qrs *qrs, ck_cpu_level level)
{
    choose_loops(qrs, level);
    design_band(&qrs->low_band, qrs->inner_hz, low_hz, low_s);
    design_band(&qrs->high_band, qrs->inner_hz, high_hz, high_s);
    design_smooth(qrs);
    const double step = (double)qrs->step;
    for (size_t j = 0; j < qrs_weights; j++) {
        const double place = (double)j + 1 - step;
        const double weight = step - (place < 0 ? -place : place);
        qrs->weights[j] = weight > 0 ? (float)(weight / (step * step)) : 0;
    }
}

/* All that the inner samples are enough for. */
void ck_qrs_filter(ck_qrs *qrs)
{
    const ptrdiff_t n_low = qrs->n_inner - (ptrdiff_t)qrs->low_band.reach;
    const ptrdiff_t n_wave = qrs->n_inner - (ptrdiff_t)qrs->smooth_reach;
    const ptrdiff_t low = qrs->n_low - qrs->origin, wave = qrs->n_wave - qrs->origin;
    if (n_low > qrs->n_low) {
        qrs->envelopes(&qrs->low_band, &qrs->high_band, qrs->inner + low,
                       (size_t)(n_low - qrs->n_low), qrs->low + low, qrs->high + low);
        qrs->n_low = n_low;
    }
    if (n_wave > qrs->n_wave) {
        qrs->smoothen(qrs->smooth, qrs->smooth_reach, qrs->inner + wave,
                      (size_t)(n_wave - qrs->n_wave), qrs->wave + wave);
        qrs->n_wave = n_wave;
    }
}

/* Drops candidates that nothing will look for any more. */
static void drop_candidates(ck_qrs *qrs)
{
    const ptrdiff_t decided = qrs->n_decided < qrs->n_candidates
        ? qrs->candidates[qrs->n_decided].k : qrs->scanned;
    ptrdiff_t count = 0;
    while (count < qrs->n_decided && qrs->candidates[count].k < decided - qrs_kept) {
        count++;
    }
    for (ptrdiff_t i = count; i < qrs->n_candidates; i++) {
        qrs->candidates[i - count] = qrs->candidates[i];
    }
    qrs->n_candidates -= count;
    qrs->n_decided -= count;
}

static void add_candidate(ck_qrs *qrs, ptrdiff_t i)
{
    if (qrs->n_candidates == qrs_candidates_max) {
        drop_candidates(qrs);
    }
    const ck_qrs_candidate candidate = {
        .k = qrs->origin + i,
        .low = qrs->low[i],
        .high = ck_qrs_largest(qrs->high, i - qrs->spans.around, i + qrs->spans.around),
    };
    qrs->candidates[qrs->n_candidates++] = candidate;
}

void ck_qrs_find_candidates(ck_qrs *qrs)
{
    const ptrdiff_t end = qrs->n_low - qrs->spans.apart;
    if (end <= qrs->scanned) {
        return;
    }
    size_t places[qrs_peaks_max];
    const size_t from = (size_t)(qrs->scanned - qrs->origin), n = (size_t)(end - qrs->origin);
    const size_t count = qrs->find_peaks(qrs->low, from, n, (size_t)qrs->spans.apart, places);
    for (size_t i = 0; i < count; i++) {
        add_candidate(qrs, (ptrdiff_t)places[i]);
    }
    qrs->scanned = end;
}
