#include "ck_beat_tracker.h"

#include "ck_beat_tracker_state.h"
#include "ck_platform.h"

/* A hypothesis within so much of the best is heard before a young transition is decided. */
static const double close_rival = 15;
enum { irregular_hypotheses = 6 };
/* Beats as expected that a beat whose time is not kept needs behind it. */
enum { enough_behind = 2 };
/* So many extra beats in a row, one in each interval, are no irregular rhythm. */
enum { regular_pairs = 4 };
/* The cost of an artefact is what is safe, not what is likely: when two starts are compared, this
 * share of it does not count. */
static const double acquitted = 0.5;
/* Three beats in a row that miss by less, in squared scales and in shares of the mean, are believed
 * at once. */
static const double settled_misfit = 6, settled_miss = 0.04;
/* A beat moved by less than one of these, in scales, in shares of the mean and in root mean squares
 * of successive differences, stays where it was. */
static const double small_move_scales = 2.2, small_move_mean = 0.075, small_move_differences = 0.45;

static double square(double x) { return x * x; }

ck_status ck_beat_tracker_create(ck_beat_tracker **tracker)
{
    *tracker = ck_allocate(sizeof(ck_beat_tracker));
    return *tracker ? CK_OK : CK_OUT_OF_MEMORY;
}

void ck_beat_tracker_destroy(ck_beat_tracker *tracker) { ck_free(tracker); }


/* ---- Decisions ---- */

static const double odd_rate = 1.0 / 32, artefact_rate = 1.0 / 8;
/* Above this share of artefacts the rhythm itself has changed. */
static const double largest_artefact_share = 0.6, whole_number_misfit = 9;
/* Root mean square of successive differences, as a share of the mean. */
static const double alternation = 0.12;

/* Long and short by turns, by far: every other beat comes early, and the pattern has been learned
 * as if it were the rhythm. */
static int is_alternating(const ck_beat_tracker_model *model)
{
    return model->difference_variance > square(alternation * model->mean)
        && model->covariance[0][1] < -0.5 * model->covariance[0][0];
}

void ck_beat_tracker_judge_regularity(ck_beat_tracker *tracker)
{
    const ck_beat_tracker_model *const model = &tracker->model;
    const double share = tracker->is_irregular ? 0.2 : 0.33;
    const double largest = tracker->is_irregular ? 0.09 : 0.11;
    const double rough = tracker->is_irregular ? 0.049 : 0.07;
    const double with_rough = tracker->is_irregular ? 0.028 : 0.04;
    const double scale = ck_sqrt(model->variance) / model->mean;
    tracker->is_irregular = tracker->odd_share > share || scale > largest
        || (model->roughness > rough * model->mean && scale > with_rough)
        || is_alternating(model);
}

/* Observed intervals since the last transition that was decided. */
static int observed_since_decision(const ck_beat_tracker_hypothesis *of)
{
    int count = of->observed;
    for (int i = 0; i < of->transition_count; i++)
        count += of->transitions[i].observed;
    return count;
}

static void learn(ck_beat_tracker *tracker, ck_beat_tracker_link decided, double scale)
{
    ck_beat_tracker_model *const model = &tracker->model;
    const int is_measured = decided.observed == 1 && decided.actual == 1
        && decided.kind != CK_BEAT_TRACKER_REPLACED;
    if (!is_measured) {
        ck_beat_tracker_model_forget(model);
        return;
    }
    const double interval = tracker->recent[observed_since_decision(tracker->now->all[0])];
    if (decided.kind == CK_BEAT_TRACKER_MEASURED)
        ck_beat_tracker_model_learn(model, interval, decided.misfit, scale);
    else
        ck_beat_tracker_model_surprise(model, interval);
}

/* Beats missed, or beats too many, in the time that the others have: however many there are, that is
 * no new rhythm. */
static int is_whole_number(ck_beat_tracker_link link)
{
    return link.kind == CK_BEAT_TRACKER_REPAIRED && (link.observed == 1 || link.actual == 1)
        && square(link.misfit) < whole_number_misfit;
}

static ck_beat_tracker_transition account(ck_beat_tracker *tracker, ck_beat_tracker_link decided)
{
    /* Pairs in a row of which each is one interval: whether every beat was seen twice or the rate has
     * doubled, the rhythm is not irregular. */
    const int is_pair = is_whole_number(decided) && decided.actual == 1;
    tracker->pairs_in_row = is_pair ? tracker->pairs_in_row + 1 : 0;
    const int inner = tracker->pairs_in_row < regular_pairs;
    const int is_odd = decided.kind == CK_BEAT_TRACKER_UNEXPLAINED
        || decided.kind == CK_BEAT_TRACKER_REPLACED || decided.kind == CK_BEAT_TRACKER_LEFT_OUT;
    for (int i = 0; i < decided.observed; i++) {
        const int is_last = i == decided.observed - 1;
        tracker->odd_share += odd_rate * ((is_last ? is_odd : inner) - tracker->odd_share);
    }
    const int is_artefact = decided.kind != CK_BEAT_TRACKER_MEASURED && !is_whole_number(decided);
    tracker->artefact_share += artefact_rate * (is_artefact - tracker->artefact_share);
    ck_beat_tracker_judge_regularity(tracker);
    return (ck_beat_tracker_transition){decided.observed, decided.actual, decided.kind,
                                        tracker->is_irregular, decided.misfit};
}

/* Whether a beat that was moved has moved so little that it may as well have stayed. */
static int is_small_move(const ck_beat_tracker_model *model, ck_beat_tracker_link decided,
                         double scale)
{
    if (decided.kind != CK_BEAT_TRACKER_REPAIRED || decided.observed != 2 || decided.actual != 2)
        return 0;
    return decided.move < small_move_scales * scale || decided.move < small_move_mean * model->mean
        || decided.move < small_move_differences * ck_sqrt(model->difference_variance);
}

static ck_beat_tracker_link pop_transition(ck_beat_tracker_hypothesis *from)
{
    const ck_beat_tracker_link first = from->transitions[0];
    from->transition_count -= 1;
    for (int i = 0; i < from->transition_count; i++)
        from->transitions[i] = from->transitions[i + 1];
    return first;
}

static int has_oldest(const ck_beat_tracker_hypothesis *one, ck_beat_tracker_link first)
{
    if (one->transition_count == 0)
        return 0;
    const ck_beat_tracker_link own = one->transitions[0];
    return own.observed == first.observed && own.actual == first.actual
        && own.kind == first.kind;
}

/* Whether a hypothesis close to the best has another oldest transition. */
static int is_contested(const ck_beat_tracker_hypotheses *set)
{
    for (int i = 1; i < set->count && set->all[i]->cost < set->all[0]->cost + close_rival; i++)
        if (!has_oldest(set->all[i], set->all[0]->transitions[0]))
            return 1;
    return 0;
}

/* The oldest transition of the best hypothesis stands; hypotheses with another one end. */
static ck_beat_tracker_link decide(ck_beat_tracker_hypotheses *set)
{
    const ck_beat_tracker_link first = pop_transition(set->all[0]);
    int retained = 1;
    for (int i = 1; i < set->count; i++) {
        ck_beat_tracker_hypothesis *const one = set->all[i];
        if (!has_oldest(one, first))
            continue;
        pop_transition(one);
        set->all[i] = set->all[retained];
        set->all[retained++] = one;
    }
    set->count = retained;
    return first;
}

/* Observed intervals between the end of the oldest transition and the newest beat. */
static int age_of_oldest(const ck_beat_tracker_hypothesis *of)
{
    int age = of->observed;
    for (int i = 1; i < of->transition_count; i++)
        age += of->transitions[i].observed;
    return age;
}

/* Decides transitions of `age` and more, and those younger than `sure` only where no other is
 * likely. */
static size_t decide_those_older(ck_beat_tracker *tracker, int age, int sure, double scale,
                                 ck_beat_tracker_transition *transitions)
{
    size_t count = 0;
    ck_beat_tracker_hypotheses *const now = tracker->now;
    while (now->all[0]->transition_count > 0) {
        const int own = age_of_oldest(now->all[0]);
        if (own < age || (own < sure && is_contested(now)))
            break;
        const ck_beat_tracker_link decided = decide(now);
        tracker->evidence -= acquitted * ck_beat_tracker_link_cost(decided);
        learn(tracker, decided, scale);
        if (is_small_move(&tracker->model, decided, scale)) {
            const ck_beat_tracker_link stays = {CK_BEAT_TRACKER_MEASURED, 1, 1, 0, 0};
            transitions[count++] = account(tracker, stays);
            transitions[count++] = account(tracker, stays);
        } else {
            transitions[count++] = account(tracker, decided);
        }
    }
    return count;
}

/* Largest square of a misfit, in scales, for a beat to be as expected. */
static double largest_settled(double scale, double mean)
{
    const double of_mean = square(settled_miss * mean / scale);
    return of_mean < settled_misfit ? of_mean : settled_misfit;
}

/* Whether the newest beat is believed and the last `count` are as expected. */
static int is_settled(const ck_beat_tracker_hypothesis *one, int count, double largest)
{
    if (one->observed != 0 || one->transition_count < count)
        return 0;
    for (int i = one->transition_count - count; i < one->transition_count; i++)
        if (one->transitions[i].kind != CK_BEAT_TRACKER_MEASURED ||
            square(one->transitions[i].misfit) > largest)
            return 0;
    return 1;
}

/* The common case without a detour: one hypothesis, settled, whose past is all measured, and an
 * interval that leaves it so. Returns whether it was. */
static int accept_at_once(ck_beat_tracker *tracker, double interval, double scale)
{
    ck_beat_tracker_hypothesis *const one = tracker->now->all[0];
    const double mean = tracker->model.mean;
    const double largest = largest_settled(scale, mean);
    if (tracker->now->count != 1 || one->measured < order ||
        one->transition_count == max_transitions || !is_settled(one, lag - 1, largest))
        return 0;
    double expected = mean;
    for (int i = 0; i < order; i++)
        expected += tracker->model.weights[i] * (one->past[i] - mean);
    const double misfit = (interval - expected) / scale;
    if (square(misfit) > largest)
        return 0;
    for (int i = order - 1; i > 0; i--)
        one->past[i] = one->past[i - 1];
    one->past[0] = interval;
    one->measured += 1;
    one->transitions[one->transition_count++] =
        (ck_beat_tracker_link){CK_BEAT_TRACKER_MEASURED, 1, 1, misfit, 0};
    tracker->evidence += square(misfit) + 2 * ck_log(scale);
    return 1;
}

/* Weighs every way on from every hypothesis. */
static void weigh(ck_beat_tracker *tracker, double scale)
{
    ck_beat_tracker_hypotheses *const now = tracker->now;
    ck_beat_tracker_hypotheses *const next = tracker->next;
    const double cost =
        ck_beat_tracker_hypotheses_extend(now, next, &tracker->model, scale, tracker->recent);
    tracker->evidence += cost + 2 * ck_log(scale);
    /* No other hypothesis of those beats has a chance. */
    if (is_settled(next->all[0], lag, largest_settled(scale, tracker->model.mean)))
        next->count = 1;
    /* Where nothing is judged, few are enough to see whether a rhythm comes back. */
    if (tracker->is_irregular && next->count > irregular_hypotheses)
        next->count = irregular_hypotheses;
    tracker->now = next;
    tracker->next = now;
}


/* ---- Steps ---- */

/* One hypothesis from here on. */
static void start_hypothesis(ck_beat_tracker *tracker)
{
    tracker->now = &tracker->sets[0];
    tracker->next = &tracker->sets[1];
    ck_beat_tracker_hypotheses_start(tracker->now, &tracker->model);
    ck_beat_tracker_hypotheses_clear(tracker->next);
}

void ck_beat_tracker_begin(ck_beat_tracker *tracker)
{
    tracker->evidence = 0;
    for (int i = 0; i <= max_transitions; i++)
        tracker->recent[i] = tracker->model.mean;
    tracker->odd_share = 0;
    tracker->artefact_share = 0;
    tracker->pairs_in_row = 0;
    tracker->is_irregular = 0;
    start_hypothesis(tracker);
}

/* The cheapest hypothesis that believes the newest beat comes first; there may be none. */
static void prefer_those_that_believe(ck_beat_tracker_hypotheses *set)
{
    for (int i = 0; i < set->count; i++) {
        if (set->all[i]->observed == 0) {
            ck_beat_tracker_hypothesis *const cheapest = set->all[i];
            set->all[i] = set->all[0];
            set->all[0] = cheapest;
            return;
        }
    }
}

/* Decides all there is, as it looks now; the intervals since the last beat believed are `kind`. */
static size_t decide_all(ck_beat_tracker *tracker, ck_beat_tracker_kind kind,
                         ck_beat_tracker_transition *transitions)
{
    ck_beat_tracker_hypotheses *const now = tracker->now;
    const double scale = ck_beat_tracker_model_scale(&tracker->model);
    const int left = now->all[0]->observed;
    const double misfit =
        left ? ck_beat_tracker_hypothesis_misfit(now->all[0], &tracker->model, scale) : 0;
    const signed char actual = kind == CK_BEAT_TRACKER_LEFT_OUT ? 0 : 1;
    size_t count = decide_those_older(tracker, 0, 0, scale, transitions);
    for (int i = 0; i < left; i++)
        transitions[count++] =
            account(tracker, (ck_beat_tracker_link){kind, 1, actual, misfit, 0});
    return count;
}

/* Whether a transition stands only if what comes behind it goes on from there: its time is not kept,
 * or its parts hardly fit the rhythm. */
static int needs_more(ck_beat_tracker_link link)
{
    if (link.kind == CK_BEAT_TRACKER_REPAIRED)
        return square(link.misfit) > whole_number_misfit;
    return link.kind == CK_BEAT_TRACKER_REPLACED || link.kind == CK_BEAT_TRACKER_UNEXPLAINED;
}

/* One beat behind such a transition does not show whether the rhythm continues. Where a segment
 * ends so, the transition and what comes after it are rejected. */
static void doubt_the_end(ck_beat_tracker_hypothesis *best)
{
    int behind = best->observed;
    for (int i = best->transition_count - 1; i >= 0 && behind < enough_behind; i--) {
        const ck_beat_tracker_link one = best->transitions[i];
        behind += one.observed;
        if (!needs_more(one))
            continue;
        best->transition_count = i;
        best->observed = behind;
    }
}

/* Where nearly nothing is as expected, the rhythm has become another one: begins again with the
 * newest intervals. Returns how many transitions that decides. */
static size_t follow_new_rhythm(ck_beat_tracker *tracker, ck_beat_tracker_transition *transitions)
{
    if (tracker->artefact_share <= largest_artefact_share)
        return 0;
    prefer_those_that_believe(tracker->now);
    const size_t count = decide_all(tracker, CK_BEAT_TRACKER_UNEXPLAINED, transitions);
    double newest[max_transitions];
    for (int i = 0; i < max_transitions; i++)
        newest[i] = tracker->recent[i];
    ck_beat_tracker_model_start_anew(&tracker->model,
                                     ck_beat_tracker_quantile(newest, max_transitions, 0.5));
    tracker->artefact_share = 0;
    start_hypothesis(tracker);
    return count;
}

size_t ck_beat_tracker_push(ck_beat_tracker *tracker, double interval,
                            ck_beat_tracker_transition *transitions)
{
    const double scale = ck_beat_tracker_model_scale(&tracker->model);
    for (int i = max_transitions; i > 0; i--)
        tracker->recent[i] = tracker->recent[i - 1];
    tracker->recent[0] = interval;
    if (!accept_at_once(tracker, interval, scale))
        weigh(tracker, scale);
    ck_beat_tracker_model_observe(&tracker->model, interval);
    const size_t count = decide_those_older(tracker, lag, max_lag, scale, transitions);
    return count + follow_new_rhythm(tracker, transitions + count);
}

/* Whether so many transitions in a row, the last of them at `end`, are as measured. */
static int is_sound_until(const ck_beat_tracker_transition *transitions, size_t end)
{
    for (size_t i = end + 1 - order; i <= end; i++)
        if (transitions[i].kind != CK_BEAT_TRACKER_MEASURED)
            return 0;
    return 1;
}

/* Judges intervals[n], n <= CK_BEAT_TRACKER_OPENING_MAX, from the last to the first. Writes the
 * transitions, at most n, in the order of time, and returns how many; none where there is no rhythm
 * to judge by. */
static size_t judge_backwards(ck_beat_tracker *tracker, const double *intervals, size_t n,
                              ck_beat_tracker_transition *in_order)
{
    ck_beat_tracker_transition found[CK_BEAT_TRACKER_OPENING_MAX + CK_BEAT_TRACKER_TRANSITIONS_MAX];
    size_t count = 0;
    int was_irregular = 0;
    for (size_t i = n; i > 0; i--) {
        count += ck_beat_tracker_push(tracker, intervals[i - 1], found + count);
        was_irregular |= tracker->is_irregular;
    }
    count += ck_beat_tracker_finish(tracker, found + count);
    if (was_irregular)
        return 0;
    for (size_t i = 0; i < count; i++)
        in_order[i] = found[count - 1 - i];
    return count;
}

/* Continues behind intervals[n] with all that was learned, as in the middle of a segment. */
static void go_on_behind(ck_beat_tracker *tracker, const double *intervals, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (int k = max_transitions; k > 0; k--)
            tracker->recent[k] = tracker->recent[k - 1];
        tracker->recent[0] = intervals[i];
        ck_beat_tracker_model_observe(&tracker->model, intervals[i]);
    }
    ck_beat_tracker_hypotheses_go_on(tracker->now, tracker->recent);
}

size_t ck_beat_tracker_open(ck_beat_tracker *tracker, const double *intervals, size_t n,
                            ck_beat_tracker_transition *transitions, size_t *opened)
{
    *opened = 0;
    const ck_beat_tracker_model model = tracker->model;
    const double odd_share = tracker->odd_share;
    const size_t reach = n < CK_BEAT_TRACKER_OPENING_MAX ? n : CK_BEAT_TRACKER_OPENING_MAX;
    ck_beat_tracker_transition in_order[CK_BEAT_TRACKER_OPENING_MAX];
    ck_beat_tracker_begin(tracker);
    const size_t count = judge_backwards(tracker, intervals, reach, in_order);
    tracker->model = model;
    ck_beat_tracker_begin(tracker);
    tracker->odd_share = odd_share;
    size_t covered = 0;
    for (size_t i = 0; i < count; i++) {
        covered += (size_t)in_order[i].observed;
        if (covered + lag > reach)
            return 0;
        if (i + 1 < order || !is_sound_until(in_order, i))
            continue;
        for (size_t k = 0; k <= i; k++) {
            const ck_beat_tracker_transition one = in_order[k];
            transitions[k] = account(tracker, (ck_beat_tracker_link){
                one.kind, (signed char)one.observed, (signed char)one.actual, one.misfit, 0});
        }
        go_on_behind(tracker, intervals, covered);
        *opened = covered;
        return i + 1;
    }
    return 0;
}

size_t ck_beat_tracker_peek(const ck_beat_tracker *tracker, ck_beat_tracker_transition *transitions)
{
    const ck_beat_tracker_hypothesis *const best = tracker->now->all[0];
    int age = age_of_oldest(best);
    size_t count = 0;
    for (int i = 0; i < best->transition_count && age >= lag; i++) {
        const ck_beat_tracker_link one = best->transitions[i];
        transitions[count++] = (ck_beat_tracker_transition){one.observed, one.actual, one.kind,
                                                            tracker->is_irregular, one.misfit};
        age -= i + 1 < best->transition_count ? best->transitions[i + 1].observed : 0;
    }
    return count;
}

size_t ck_beat_tracker_finish(ck_beat_tracker *tracker, ck_beat_tracker_transition *transitions)
{
    doubt_the_end(tracker->now->all[0]);
    return decide_all(tracker, CK_BEAT_TRACKER_LEFT_OUT, transitions);
}
