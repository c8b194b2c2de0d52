/* Before the first sample: filters, spans and loops for a rate. */
#include "ck_qrs_state.h"

static const double low_hz = 10, low_s = 0.2, high_hz = 18.75, high_s = 0.16;
static const double smooth_s = 0.024;
/* Candidates are not separated between waves of one complex. */
static const double separation_s = 0.07, around_s = 0.06;
static const double look_s = 0.225, after_s = 0.1, after_high_s = 0.12;
static const double flank_s = 0.1, foot_s = 0.06;
static const double learn_s = 2, relearn_s = 8;

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

static ptrdiff_t span(const ck_qrs *qrs, double seconds)
{
    return (ptrdiff_t)(seconds * qrs->inner_hz);
}

static void set_spans(ck_qrs *qrs)
{
    qrs->spans = (ck_qrs_spans){
        .separation = span(qrs, separation_s),
        .around = span(qrs, around_s),
        .look = span(qrs, look_s),
        .look_wave = (ptrdiff_t)qrs->low_band.reach - (ptrdiff_t)qrs->smooth_reach,
        .after = span(qrs, after_s),
        .after_high = span(qrs, after_high_s),
        .flank = span(qrs, flank_s),
        .foot = span(qrs, foot_s),
        .learn = span(qrs, learn_s),
        .relearn = span(qrs, relearn_s),
    };
}

void ck_qrs_plan(ck_qrs *qrs, ck_cpu_level level)
{
    qrs->loops = CK_SELECT(level, ck_qrs_loops);
    qrs->engine = CK_SELECT_AVX2(level, ck_qrs_engine);
    design_band(&qrs->low_band, qrs->inner_hz, low_hz, low_s);
    design_band(&qrs->high_band, qrs->inner_hz, high_hz, high_s);
    design_smooth(qrs);
    const double step = (double)qrs->step;
    for (size_t j = 0; j < qrs_weights; j++) {
        const double position = (double)j + 1 - step;
        const double weight = step - (position < 0 ? -position : position);
        qrs->weights[j] = weight > 0 ? (float)(weight / (step * step)) : 0;
    }
    set_spans(qrs);
}
