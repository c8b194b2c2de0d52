#include "ck_beat_tracker_state.h"
#include "ck_platform.h"

/* By so much a rhythm that is not known has to explain the intervals better. */
static const double trust = 150;

static double magnitude(double x) { return x < 0 ? -x : x; }

typedef struct start_guess {
    double variation;
    double scale;
} start_guess;

typedef struct first_look {
    double mean;          /* of the first few */
    double overall_mean;
    start_guess wide;
    start_guess tight;
    int may_be_wide;
} first_look;

static first_look look(const double *intervals, size_t n)
{
    double x[CK_BEAT_TRACKER_START_MAX];
    first_look first;
    const size_t few = n < 11 ? n : 11;
    for (size_t i = 0; i < few; i++)
        x[i] = intervals[i];
    first.mean = ck_beat_tracker_quantile(x, few, 0.5);
    for (size_t i = 0; i < n; i++)
        x[i] = intervals[i];
    first.overall_mean = ck_beat_tracker_quantile(x, n, 0.5);

    double change = 0;
    if (n > 8) {
        for (size_t i = 1; i < n; i++)
            x[i - 1] = magnitude(intervals[i] - intervals[i - 1]);
        change = 1.4826 * ck_beat_tracker_quantile(x, n - 1, 0.5);
    }
    double roughness = 0;
    if (n > 12) {
        for (size_t i = 5; i < n; i++)
            x[i - 5] = magnitude(intervals[i] - intervals[i - 5]
                                 - 5 * (intervals[i - 1] - intervals[i - 4])
                                 + 10 * (intervals[i - 2] - intervals[i - 3])) / 20;
        roughness = ck_beat_tracker_quantile(x, n - 5, 0.25) / 0.3186;
    }
    const double m = first.mean;
    const double tight = 0.03 * m > 20 ? 0.03 * m : 20;
    const double wide = 0.6 * change < 0.15 * m ? 0.6 * change : 0.15 * m;
    const double variation = change < 0.2 * m ? change : 0.2 * m;
    first.tight = (start_guess){0.05 * m, tight};
    first.wide =
        (start_guess){variation > 0.05 * m ? variation : 0.05 * m, wide > tight ? wide : tight};
    first.may_be_wide = roughness <= 0.14 * m;
    return first;
}

static void run(ck_beat_tracker *tracker, const double *intervals, size_t n, int is_backwards)
{
    ck_beat_tracker_transition ignored[CK_BEAT_TRACKER_TRANSITIONS_MAX];
    ck_beat_tracker_begin(tracker);
    for (size_t i = 0; i < n; i++)
        ck_beat_tracker_push(tracker, intervals[is_backwards ? n - 1 - i : i], ignored);
    ck_beat_tracker_finish(tracker, ignored);
}

/* What a guess came to. */
typedef struct trial {
    ck_beat_tracker_model model;
    double evidence;  /* against it */
    double odd_share; /* at the end, and so is roughness */
    double roughness;
} trial;

/* Learns from the model as it is, backwards and forwards, and sees how well that explains the
 * intervals. */
static trial try_model(ck_beat_tracker *tracker, const double *intervals, size_t n)
{
    run(tracker, intervals, n, 1);
    ck_beat_tracker_model_restart(&tracker->model, tracker->model.mean);
    run(tracker, intervals, n, 0);
    ck_beat_tracker_model_restart(&tracker->model, tracker->model.mean);
    const ck_beat_tracker_model learned = tracker->model;
    run(tracker, intervals, n, 0);
    return (trial){learned, tracker->evidence, tracker->odd_share, tracker->model.roughness};
}

static trial try_guess(ck_beat_tracker *tracker, const double *intervals, size_t n,
                       double mean, start_guess guess)
{
    ck_beat_tracker_model_start(&tracker->model, mean, guess.variation, guess.scale);
    return try_model(tracker, intervals, n);
}

/* The better one of two guesses. */
static trial try_guesses(ck_beat_tracker *tracker, const double *intervals, size_t n)
{
    const first_look first = look(intervals, n);
    const trial tight = try_guess(tracker, intervals, n, first.overall_mean, first.tight);
    if (!first.may_be_wide)
        return tight;
    const trial wide = try_guess(tracker, intervals, n, first.overall_mean, first.wide);
    return wide.evidence <= tight.evidence ? wide : tight;
}

static void start_from(ck_beat_tracker *tracker, trial chosen)
{
    tracker->model = chosen.model;
    ck_beat_tracker_begin(tracker);
    /* Where the first intervals show no rhythm it is not to be waited for. */
    tracker->model.roughness = chosen.roughness;
    tracker->odd_share = chosen.odd_share;
}

void ck_beat_tracker_start(ck_beat_tracker *tracker, const double *intervals, size_t n)
{
    start_from(tracker, try_guesses(tracker, intervals, n));
}

void ck_beat_tracker_start_again(ck_beat_tracker *tracker, const double *intervals, size_t n)
{
    ck_beat_tracker_judge_regularity(tracker);
    if (tracker->is_irregular) {
        ck_beat_tracker_start(tracker, intervals, n);
        return;
    }
    ck_beat_tracker_model_restart(&tracker->model, tracker->model.mean);
    const trial known = try_model(tracker, intervals, n);
    /* The scales alone cost every rhythm as much. */
    const double min_scale = ck_beat_tracker_model_min_scale(known.model.mean);
    if (known.evidence <= 2 * (double)n * ck_log(min_scale) + trust) {
        start_from(tracker, known);
        return;
    }
    const trial guessed = try_guesses(tracker, intervals, n);
    start_from(tracker, known.evidence <= guessed.evidence + trust ? known : guessed);
}
