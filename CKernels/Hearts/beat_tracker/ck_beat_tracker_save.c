#include "ck_beat_tracker_state.h"

/* One description of a state for both ways: numbers are written to a tape, or read from it. */
typedef struct tape {
    double *written;          /* NULL where it is read */
    const double *read;
    size_t count;             /* numbers there are to read */
    size_t index;
    int is_valid;             /* whether all that was read may be */
} tape;

static const double largest_number = 1e300;
enum { format = 3, max_whole = 1 << 30 };

static void number(tape *on, double *value)
{
    if (on->written) {
        on->written[on->index++] = *value;
        return;
    }
    if (on->index >= on->count) {
        on->is_valid = 0;
        return;
    }
    const double found = on->read[on->index++];
    /* False for what is no number, too. */
    if (found > -largest_number && found < largest_number)
        *value = found;
    else
        on->is_valid = 0;
}

static void numbers(tape *on, double *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        number(on, &values[i]);
}

static void whole(tape *on, int *value, int smallest, int largest)
{
    double x = on->written ? *value : 0;
    number(on, &x);
    if (x >= smallest && x <= largest)
        *value = (int)x;
    else
        on->is_valid = 0;
}

static void pass_model(tape *on, ck_beat_tracker_model *model)
{
    number(on, &model->mean);
    number(on, &model->variance);
    number(on, &model->difference_variance);
    for (int i = 0; i <= order; i++)
        numbers(on, model->covariance[i], order + 1);
    numbers(on, model->weights, order);
    numbers(on, model->recent, order + 1);
    whole(on, &model->recent_count, 0, order + 1);
    numbers(on, model->observed, order + 1);
    whole(on, &model->observed_count, 0, order + 1);
    number(on, &model->roughness);
    whole(on, &model->lost_count, 0, max_whole);
}

static void pass_link(tape *on, ck_beat_tracker_link *link)
{
    int kind = (int)link->kind;
    whole(on, &kind, CK_BEAT_TRACKER_MEASURED, CK_BEAT_TRACKER_LEFT_OUT);
    link->kind = (ck_beat_tracker_kind)kind;
    int observed = link->observed, actual = link->actual;
    whole(on, &observed, 1, max_observed);
    whole(on, &actual, 0, max_actual);
    link->observed = (signed char)observed;
    link->actual = (signed char)actual;
    number(on, &link->misfit);
    number(on, &link->move);
}

static void pass_hypothesis(tape *on, ck_beat_tracker_hypothesis *hypothesis)
{
    number(on, &hypothesis->cost);
    number(on, &hypothesis->elapsed);
    whole(on, &hypothesis->observed, 0, max_observed);
    whole(on, &hypothesis->transition_count, 0, max_transitions);
    whole(on, &hypothesis->measured, 0, max_whole);
    whole(on, &hypothesis->left_out, -1, max_left_out);
    numbers(on, hypothesis->past, order);
    for (int i = 0; i < order; i++)
        numbers(on, hypothesis->doubt[i], order);
    for (int i = 0; i < hypothesis->transition_count && on->is_valid; i++)
        pass_link(on, &hypothesis->transitions[i]);
}

/* Only the living hypotheses: the others are overwritten before they are read. */
static void pass(tape *on, ck_beat_tracker *tracker)
{
    int version = format;
    whole(on, &version, format, format);
    pass_model(on, &tracker->model);
    number(on, &tracker->evidence);
    numbers(on, tracker->recent, max_transitions + 1);
    number(on, &tracker->odd_share);
    number(on, &tracker->artefact_share);
    whole(on, &tracker->pairs_in_row, 0, max_whole);
    whole(on, &tracker->is_irregular, 0, 1);
    whole(on, &tracker->now->count, 1, max_hypotheses);
    for (int i = 0; i < tracker->now->count && on->is_valid; i++)
        pass_hypothesis(on, tracker->now->all[i]);
}

size_t ck_beat_tracker_save(ck_beat_tracker *tracker, double *state)
{
    tape on = {state, NULL, 0, 0, 1};
    pass(&on, tracker);
    return on.index;
}

ck_status ck_beat_tracker_restore(ck_beat_tracker *tracker, const double *state, size_t n)
{
    tape on = {NULL, state, n, 0, 1};
    tracker->now = &tracker->sets[0];
    tracker->next = &tracker->sets[1];
    ck_beat_tracker_hypotheses_clear(tracker->now);
    ck_beat_tracker_hypotheses_clear(tracker->next);
    pass(&on, tracker);
    return on.is_valid && on.index == n ? CK_OK : CK_BAD_ARGUMENT;
}

static void pass_rhythm(tape *on, ck_beat_tracker *tracker)
{
    pass_model(on, &tracker->model);
    number(on, &tracker->odd_share);
    whole(on, &tracker->is_irregular, 0, 1);
}

size_t ck_beat_tracker_save_rhythm(ck_beat_tracker *tracker, double *rhythm)
{
    tape on = {rhythm, NULL, 0, 0, 1};
    pass_rhythm(&on, tracker);
    return on.index;
}

ck_status ck_beat_tracker_restore_rhythm(ck_beat_tracker *tracker, const double *rhythm, size_t n)
{
    tape on = {NULL, rhythm, n, 0, 1};
    pass_rhythm(&on, tracker);
    const double odd_share = tracker->odd_share;
    const int is_irregular = tracker->is_irregular;
    /* What comes next does not follow the beats that were learned from. */
    tracker->model.recent_count = 0;
    tracker->model.observed_count = 0;
    tracker->model.lost_count = 0;
    ck_beat_tracker_begin(tracker);
    tracker->odd_share = odd_share;
    tracker->is_irregular = is_irregular;
    return on.is_valid && on.index == n ? CK_OK : CK_BAD_ARGUMENT;
}
