#include "ck_beat_tracker_model.h"

#include "ck_platform.h"

static const double memory_covariance = 1.0 / 40, memory_mean = 1.0 / 30, memory_scale = 1.0 / 40;
static const double min_scale = 5, min_scale_of_mean = 0.022, min_scale_of_differences = 0.32;
static const double largest_scale_of_mean = 0.08;
static const double ridge = 4; /* ms^2, added to the variances before the weights are found */
/* Misfits beyond this many scales are learned as so many; and what that leaves of the variance of
 * normal noise, E min(z^2, 2.5^2). */
static const double clip = 2.5, clipped_variance = 0.9492;
static const double gross_misfit = 4;
/* A model has lost the rhythm after so many beats with a scale and a roughness above these shares
 * of the mean: it has learned the artefacts, or there is no rhythm. */
static const double lost_scale = 0.05, lost_roughness = 0.07;
enum { lost_beats = 48 };
/* Standard deviation of fifth differences of white noise: sqrt(252); about 16. Here 20 is taken. */
static const double fifth_difference_scale = 20;

static double square(double x) { return x * x; }
static double smaller(double a, double b) { return a < b ? a : b; }
static double larger(double a, double b) { return a > b ? a : b; }

/* weights = argmin of the mean of (x[0] - sum weights[i] x[i + 1])^2 + ridge sum weights^2, by
 * Cholesky's decomposition. */
static void solve(ck_beat_tracker_model *model)
{
    double lower[order][order];
    double y[order];
    for (int i = 0; i < order; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = model->covariance[i + 1][j + 1] + (i == j ? ridge : 0);
            for (int k = 0; k < j; k++)
                sum -= lower[i][k] * lower[j][k];
            /* The diagonal holds reciprocals: a division is the slowest thing here. */
            lower[i][j] = i == j ? 1 / ck_sqrt(larger(sum, 1e-9)) : sum * lower[j][j];
        }
    }
    for (int i = 0; i < order; i++) {
        double sum = model->covariance[0][i + 1];
        for (int k = 0; k < i; k++)
            sum -= lower[i][k] * y[k];
        y[i] = sum * lower[i][i];
    }
    for (int i = order - 1; i >= 0; i--) {
        double sum = y[i];
        for (int k = i + 1; k < order; k++)
            sum -= lower[k][i] * model->weights[k];
        model->weights[i] = sum * lower[i][i];
    }
}

/* Covariances of a heart as one may expect it, 0.5 cos(0.57 k) + 0.35 0.95^k, and 0.15 more at
 * k = 0: half of it a variation of a tenth of a cycle a beat, a third slow, the rest white. */
static void expect(ck_beat_tracker_model *model, double variation)
{
    static const double autocorrelation[order + 1] = {
        1.0, 0.75345, 0.524672, 0.230704, -0.040538, -0.20807};
    for (int i = 0; i <= order; i++)
        for (int j = 0; j <= order; j++)
            model->covariance[i][j] =
                square(variation) * autocorrelation[i > j ? i - j : j - i];
}

void ck_beat_tracker_model_restart(ck_beat_tracker_model *model, double mean)
{
    model->mean = mean;
    model->difference_variance = 2 * model->variance;
    model->roughness = 0.02 * mean;
    model->recent_count = 0;
    model->observed_count = 0;
    model->lost_count = 0;
    for (int i = 0; i <= order; i++)
        model->recent[i] = model->observed[i] = 0;
    solve(model);
}

void ck_beat_tracker_model_start(ck_beat_tracker_model *model, double mean, double variation,
                                 double scale)
{
    model->variance = square(scale);
    expect(model, variation);
    ck_beat_tracker_model_restart(model, mean);
}

double ck_beat_tracker_model_min_scale(double mean)
{
    return larger(min_scale, min_scale_of_mean * mean);
}

double ck_beat_tracker_model_scale(const ck_beat_tracker_model *model)
{
    const double largest = largest_scale_of_mean * model->mean;
    const double of_differences =
        min_scale_of_differences * ck_sqrt(model->difference_variance);
    double scale = smaller(ck_sqrt(model->variance), largest);
    scale = larger(scale, ck_beat_tracker_model_min_scale(model->mean));
    return larger(scale, smaller(of_differences, largest));
}

static void push(double *newest_first, double value)
{
    for (int i = order; i > 0; i--)
        newest_first[i] = newest_first[i - 1];
    newest_first[0] = value;
}

void ck_beat_tracker_model_start_anew(ck_beat_tracker_model *model, double mean)
{
    model->mean = mean;
    model->lost_count = 0;
    model->recent_count = 0;
    model->variance = square(0.03 * model->mean);
    model->difference_variance = 2 * model->variance;
    expect(model, 0.05 * model->mean);
    solve(model);
}

void ck_beat_tracker_model_observe(ck_beat_tracker_model *model, double interval)
{
    push(model->observed, interval);
    if (model->observed_count <= order)
        model->observed_count += 1;
    if (model->observed_count > order) {
        const double *x = model->observed;
        const double fifth = x[0] - x[5] - 5 * (x[1] - x[4]) + 10 * (x[2] - x[3]);
        const double size = (fifth < 0 ? -fifth : fifth) / fifth_difference_scale;
        /* Up by a step if above, down if below: half of the values lie on either side. */
        const double next = model->roughness * (size > model->roughness ? 1.05 : 1 / 1.05);
        model->roughness = smaller(larger(next, 0.002 * model->mean), model->mean);
    }
    const int is_lost = model->variance > square(lost_scale * model->mean)
        && model->roughness > lost_roughness * model->mean;
    model->lost_count = is_lost ? model->lost_count + 1 : 0;
    if (model->lost_count >= lost_beats)
        ck_beat_tracker_model_start_anew(model, model->mean);
}

void ck_beat_tracker_model_learn(ck_beat_tracker_model *model, double interval, double misfit,
                                 double scale)
{
    const double before = model->recent[0];
    push(model->recent, interval - model->mean);
    if (model->recent_count <= order)
        model->recent_count += 1;
    const double *x = model->recent;
    if (model->recent_count > 1) {
        const double change = smaller(square(x[0] - before), 9 * model->difference_variance + 100);
        model->difference_variance += memory_scale * (change - model->difference_variance);
    }
    if (model->recent_count > order) {
        const double size = misfit < 0 ? -misfit : misfit;
        const double learned = square(smaller(size, clip) * scale) / clipped_variance;
        model->variance += memory_scale * (learned - model->variance);
        const double rate = memory_covariance * (size < gross_misfit ? 1 : gross_misfit / size);
        for (int i = 0; i <= order; i++)
            for (int j = 0; j <= order; j++)
                model->covariance[i][j] += rate * (x[i] * x[j] - model->covariance[i][j]);
        solve(model);
    }
    model->mean += memory_mean * (interval - model->mean);
}

void ck_beat_tracker_model_surprise(ck_beat_tracker_model *model, double interval)
{
    push(model->recent, interval - model->mean);
    model->recent_count = 1;
}

void ck_beat_tracker_model_forget(ck_beat_tracker_model *model) { model->recent_count = 0; }
