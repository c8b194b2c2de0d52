#include "ck_beat_tracker_hypotheses.h"

#include "ck_platform.h"

/* Costs, in squared misfits. */
static const double cost_rejected = 26, cost_inserted = 20, cost_unexplained = 70;
/* One interval replaced; and more where there are several. */
static const double cost_replaced = 32, cost_replaced_more = 12;
/* Among transitions that keep the time those with a larger misfit are not tried. */
static const double largest_misfit = 140;
/* Chains that are worse than the best by more end. */
static const double largest_lead = 90;
/* The straight line through the last two intervals, flattened: what the next may be where the
 * rhythm has just changed; and what it costs to say so. */
static const double line_slope = 0.7, cost_line = 7;
/* Shares of the mean: a sum further from its expectation has another number of intervals. */
static const double other_count = 0.75, largest_replacement = 0.6;
/* Two hypotheses are one where their last five intervals differ by less in sum; ms. */
static const double same_past = 0.5;

static double square(double x) { return x * x; }
static double magnitude(double x) { return x < 0 ? -x : x; }

/* ---- Sets of hypotheses ---- */

void ck_beat_tracker_hypotheses_clear(ck_beat_tracker_hypotheses *set)
{
    set->count = 0;
    for (int i = 0; i < max_hypotheses; i++)
        set->all[i] = &set->memory[i];
}

static int is_same(const ck_beat_tracker_hypothesis *a, int observed, const double *past)
{
    if (a->observed != observed)
        return 0;
    double difference = 0;
    for (int i = 0; i < order; i++) {
        difference += magnitude(a->past[i] - past[i]);
        /* The sum only grows, and of most the newest differs enough. */
        if (!(difference < same_past))
            return 0;
    }
    return 1;
}

/* Slot, in the order of costs, for a hypothesis with that end; NULL where it is too dear, or where
 * a cheaper one ends the same. */
static ck_beat_tracker_hypothesis *insert(ck_beat_tracker_hypotheses *set, double cost,
                                          int observed, const double *past)
{
    if (set->count > 0 && cost > set->all[0]->cost + largest_lead)
        return NULL;
    if (set->count == max_hypotheses && set->all[max_hypotheses - 1]->cost <= cost)
        return NULL;
    int index = 0;
    while (index < set->count && !is_same(set->all[index], observed, past))
        index += 1;
    if (index < set->count) {
        if (set->all[index]->cost <= cost)
            return NULL;
    } else if (set->count < max_hypotheses) {
        set->count += 1;
    } else {
        index -= 1;
    }
    ck_beat_tracker_hypothesis *const slot = set->all[index];
    for (; index > 0 && set->all[index - 1]->cost > cost; index--)
        set->all[index] = set->all[index - 1];
    set->all[index] = slot;
    slot->cost = cost;
    return slot;
}

/* Ends those that are too dear, and counts costs from the best. */
static void prune(ck_beat_tracker_hypotheses *set)
{
    const double best = set->all[0]->cost;
    while (set->all[set->count - 1]->cost > best + largest_lead)
        set->count -= 1;
    for (int i = 0; i < set->count; i++)
        set->all[i]->cost -= best;
}

/* ---- Prediction ---- */

/* The sum of the intervals since the last beat believed, and the last five of them, all less what
 * the mean makes of them: expectations and covariances. */
typedef struct outlook {
    double expected[state];
    double covariance[state][state];
} outlook;

static void look_ahead_from(const ck_beat_tracker_hypothesis *from, double mean, outlook *ahead)
{
    ahead->expected[0] = 0;
    for (int i = 0; i < state; i++)
        ahead->covariance[0][i] = ahead->covariance[i][0] = 0;
    for (int i = 0; i < order; i++) {
        ahead->expected[i + 1] = from->past[i] - mean;
        for (int j = 0; j < order; j++)
            ahead->covariance[i + 1][j + 1] = from->doubt[i][j];
    }
}

/* One more interval. */
static void look_further(outlook *ahead, const ck_beat_tracker_model *model, double variance)
{
    double next = 0;
    double shared[state];
    for (int i = 0; i < order; i++)
        next += model->weights[i] * ahead->expected[i + 1];
    for (int i = 0; i < state; i++) {
        shared[i] = 0;
        for (int j = 0; j < order; j++)
            shared[i] += model->weights[j] * ahead->covariance[i][j + 1];
    }
    double own = variance;
    for (int j = 0; j < order; j++)
        own += model->weights[j] * shared[j + 1];

    double(*c)[state] = ahead->covariance;
    const double sum = c[0][0] + 2 * shared[0] + own;
    for (int i = order; i > 1; i--) {
        for (int j = order; j > 1; j--)
            c[i][j] = c[i - 1][j - 1];
        ahead->expected[i] = ahead->expected[i - 1];
    }
    for (int i = order; i > 1; i--) {
        c[0][i] = c[i][0] = c[0][i - 1] + shared[i - 1];
        c[1][i] = c[i][1] = shared[i - 1];
    }
    c[0][0] = sum;
    c[0][1] = c[1][0] = shared[0] + own;
    c[1][1] = own;
    ahead->expected[1] = next;
    ahead->expected[0] += model->mean + next;
}

/* ---- What may come next ---- */

/* How far beats between two were moved: where they were is known, and where they would be from all
 * that came since, as far as the past goes back. */
static void see_moves(ck_beat_tracker_hypothesis *of, const double *recent)
{
    int observed = 0;
    int actual = 0;
    for (int i = of->transition_count - 1; i >= 0 && actual + 1 < order; i--) {
        ck_beat_tracker_link *const one = &of->transitions[i];
        if (one->kind == CK_BEAT_TRACKER_REPAIRED && one->observed == 2 && one->actual == 2)
            one->move = magnitude(recent[observed + 1] - of->past[actual + 1]);
        observed += one->observed;
        actual += one->actual;
    }
}

static void believe(ck_beat_tracker_hypotheses *set, const ck_beat_tracker_hypothesis *from,
                    double cost, const outlook *ahead, double mean, double excess,
                    ck_beat_tracker_link added, const double *recent)
{
    const double gain = added.kind == CK_BEAT_TRACKER_REPLACED ? 0 : 1 / ahead->covariance[0][0];
    double past[order];
    for (int i = 0; i < order; i++)
        past[i] = ahead->expected[i + 1] + mean + gain * ahead->covariance[i + 1][0] * excess;
    ck_beat_tracker_hypothesis *const to =
        from->transition_count < max_transitions ? insert(set, cost, 0, past) : NULL;
    if (!to)
        return;
    to->elapsed = 0;
    to->observed = 0;
    for (int i = 0; i < order; i++) {
        to->past[i] = past[i];
        const double shared = gain * ahead->covariance[i + 1][0];
        for (int j = 0; j < order; j++)
            to->doubt[i][j] =
                ahead->covariance[i + 1][j + 1] - shared * ahead->covariance[j + 1][0];
    }
    to->measured = added.observed == 1 && added.actual == 1 && gain > 0 ? from->measured + 1 : 0;
    to->left_out = -1;
    to->transition_count = from->transition_count + 1;
    for (int i = 0; i < from->transition_count; i++)
        to->transitions[i] = from->transitions[i];
    to->transitions[from->transition_count] = added;
    see_moves(to, recent);
}

static void disbelieve(ck_beat_tracker_hypotheses *set, const ck_beat_tracker_hypothesis *from)
{
    if (from->observed >= max_observed)
        return;
    const double cost = from->cost + cost_rejected;
    ck_beat_tracker_hypothesis *const to = insert(set, cost, from->observed, from->past);
    if (!to)
        return;
    *to = *from;
    to->cost = cost;
}

/* Begins the segment with the newest beat: what came before it is left out. */
static void begin_later(ck_beat_tracker_hypotheses *set, const ck_beat_tracker_hypothesis *from,
                        double misfit)
{
    if (from->observed != 1 || from->left_out < 0 || from->left_out >= max_left_out)
        return;
    const double cost = from->cost + cost_rejected;
    ck_beat_tracker_hypothesis *const to = insert(set, cost, 0, from->past);
    if (!to)
        return;
    *to = *from;
    to->cost = cost;
    to->elapsed = 0;
    to->observed = 0;
    to->left_out += 1;
    to->transitions[to->transition_count++] =
        (ck_beat_tracker_link){CK_BEAT_TRACKER_LEFT_OUT, 1, 0, misfit, 0};
}

/* All ways to believe the newest beat. */
static void extend(ck_beat_tracker_hypotheses *set, const ck_beat_tracker_hypothesis *from,
                   const ck_beat_tracker_model *model, double scale, const double *recent)
{
    const int d = from->observed;
    const double mean = model->mean;
    outlook ahead;
    look_ahead_from(from, mean, &ahead);
    for (int n = 1; n <= max_actual; n++) {
        look_further(&ahead, model, square(scale));
        const double excess = from->elapsed - ahead.expected[0];
        const double spread = ahead.covariance[0][0];
        double misfit = square(excess) / spread;
        ck_beat_tracker_link added = {CK_BEAT_TRACKER_REPAIRED, (signed char)d, (signed char)n,
                              excess / ck_sqrt(spread), 0};
        if (d == 1 && n == 1) {
            added.kind = CK_BEAT_TRACKER_MEASURED;
            if (spread < 1.5 * square(scale)) {
                const double line = (1 + line_slope) * from->past[0] - line_slope * from->past[1];
                const double other = square((from->elapsed - line) / scale) + cost_line;
                misfit = misfit < other ? misfit : other;
            }
        }
        const double inserted = n > d ? cost_inserted * (n - d) : 0;
        const int is_far = excess > other_count * mean && n < max_actual && n - d < max_excess;
        if (!is_far && misfit < largest_misfit)
            believe(set, from, from->cost + misfit + inserted, &ahead, mean, excess, added, recent);
        if (d == 1 && n == 1 && misfit > cost_unexplained) {
            added.kind = CK_BEAT_TRACKER_UNEXPLAINED;
            believe(set, from, from->cost + cost_unexplained, &ahead, mean, excess, added, recent);
        }
        if (n == 1)
            begin_later(set, from, excess / ck_sqrt(spread));
        const double replaced =
            d == 1 ? cost_replaced : cost_replaced + cost_replaced_more - cost_rejected;
        if (n == d && d <= max_replaced && magnitude(excess) < largest_replacement * mean
            && misfit > replaced) {
            added.kind = CK_BEAT_TRACKER_REPLACED;
            believe(set, from, from->cost + replaced, &ahead, mean, excess, added, recent);
        }
        if (excess < -other_count * mean)
            break;
    }
    disbelieve(set, from);
}

/* Nothing fits: the beat is believed, and the rhythm before it forgotten. */
static void give_in(ck_beat_tracker_hypotheses *set, const ck_beat_tracker_hypothesis *from,
                    double mean, double variation)
{
    set->count = 1;
    ck_beat_tracker_hypothesis *const to = set->all[0];
    *to = *from;
    to->cost = from->cost + cost_unexplained;
    to->elapsed = 0;
    to->observed = 0;
    to->measured = 0;
    to->left_out = -1;
    const int index =
        from->transition_count < max_transitions ? to->transition_count++ : max_transitions - 1;
    const signed char all = (signed char)from->observed;
    to->transitions[index] = (ck_beat_tracker_link){CK_BEAT_TRACKER_UNEXPLAINED, all, all, 0, 0};
    for (int i = 0; i < order; i++) {
        to->past[i] = mean;
        for (int j = 0; j < order; j++)
            to->doubt[i][j] = i == j ? square(variation) : 0;
    }
}

double ck_beat_tracker_hypotheses_extend(ck_beat_tracker_hypotheses *now,
                                         ck_beat_tracker_hypotheses *next,
                                         const ck_beat_tracker_model *model, double scale,
                                         const double *recent)
{
    next->count = 0;
    for (int i = 0; i < now->count; i++) {
        ck_beat_tracker_hypothesis *const one = now->all[i];
        one->elapsed += recent[0];
        one->observed += 1;
        extend(next, one, model, scale, recent);
    }
    if (next->count == 0)
        give_in(next, now->all[0], model->mean, 0.06 * model->mean);
    const double cost = next->all[0]->cost;
    prune(next);
    return cost;
}

void ck_beat_tracker_hypotheses_start(ck_beat_tracker_hypotheses *hypotheses,
                                      const ck_beat_tracker_model *model)
{
    ck_beat_tracker_hypotheses_clear(hypotheses);
    hypotheses->count = 1;
    ck_beat_tracker_hypothesis *const first = hypotheses->all[0];
    first->cost = 0;
    first->elapsed = 0;
    first->observed = 0;
    first->transition_count = 0;
    first->measured = 0;
    first->left_out = 0;
    for (int i = 0; i < order; i++) {
        first->past[i] = model->mean;
        for (int j = 0; j < order; j++)
            first->doubt[i][j] = 2 * model->covariance[i][j] + square(0.06 * model->mean)
                + (i == j ? square(0.02 * model->mean) : 0);
    }
}

void ck_beat_tracker_hypotheses_go_on(ck_beat_tracker_hypotheses *hypotheses, const double *recent)
{
    ck_beat_tracker_hypotheses_clear(hypotheses);
    hypotheses->count = 1;
    ck_beat_tracker_hypothesis *const first = hypotheses->all[0];
    first->cost = 0;
    first->elapsed = 0;
    first->observed = 0;
    first->transition_count = 0;
    first->measured = order;
    first->left_out = -1;
    for (int i = 0; i < order; i++) {
        first->past[i] = recent[i];
        for (int j = 0; j < order; j++)
            first->doubt[i][j] = 0;
    }
}

double ck_beat_tracker_hypothesis_misfit(const ck_beat_tracker_hypothesis *of,
                                         const ck_beat_tracker_model *model, double scale)
{
    outlook ahead;
    look_ahead_from(of, model->mean, &ahead);
    for (int n = 0; n < of->observed; n++)
        look_further(&ahead, model, square(scale));
    return (of->elapsed - ahead.expected[0]) / ck_sqrt(ahead.covariance[0][0]);
}

double ck_beat_tracker_link_cost(ck_beat_tracker_link link)
{
    if (link.kind == CK_BEAT_TRACKER_LEFT_OUT)
        return cost_rejected * link.observed;
    const int excess = link.actual - link.observed;
    double cost = cost_rejected * (link.observed - 1) + (excess > 0 ? cost_inserted * excess : 0);
    if (link.kind == CK_BEAT_TRACKER_REPLACED)
        cost += cost_replaced + (link.observed > 1 ? cost_replaced_more - cost_rejected : 0);
    return cost;
}
