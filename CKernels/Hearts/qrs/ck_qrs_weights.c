/* How much each measure speaks for a QRS complex. */
#include "ck_qrs_measures.h"
#include "ck_qrs_state.h"

static const ck_qrs_weights standard = {
    .bias = 3.097,
    .measures = {
        [measure_early] = -0.458,
        [measure_early_regular] = -4.360,
        [measure_near] = -1.700,
        [measure_near_low] = 0.623,
        [measure_near_high] = 2.822,
        [measure_low] = 2.290,
        [measure_high_faint] = -1.747,
        [measure_high_share] = 0.700,
        [measure_high_noise] = 0.620,
        [measure_step] = -1.118,
        [measure_rough] = -3.516,
        [measure_overshadowed] = -1.688,
        [measure_high_after] = -3.075,
    },
};

static const char *const names[measure_count] = {
    [measure_early] = "early",
    [measure_early_regular] = "early regular",
    [measure_near] = "near",
    [measure_near_low] = "near low",
    [measure_near_high] = "near high",
    [measure_overshadowed] = "overshadowed",
    [measure_step] = "step",
    [measure_rough] = "rough",
    [measure_low] = "low",
    [measure_high_faint] = "high faint",
    [measure_high_share] = "high share",
    [measure_high_noise] = "high noise",
    [measure_high_after] = "high after",
};

const ck_qrs_weights *ck_qrs_standard_weights(void) { return &standard; }

const char *ck_qrs_measure_name(size_t measure) { return names[measure]; }

static double above_zero(double x) { return x > 0 ? x : 0; }

void ck_qrs_weigh_by(ck_qrs *qrs, const ck_qrs_weights *weights)
{
    const double *const each = weights->measures, rough = each[measure_rough];
    qrs->weighing = weights;
    qrs->max_wave_score =
        above_zero(each[measure_step]) + rough * (rough < 0 ? min_rough : max_rough);
    qrs->max_after_score =
        above_zero(each[measure_overshadowed]) * max_overshadowed * max_overshadowed
        + above_zero(each[measure_high_after]) * max_after;
}
