#include "ck_beat_tracker.h"

#include "ck_beat_model.h"
#include "ck_platform.h"

enum {
    most_observed = 5,    /* d of an edge */
    most_made = 8,        /* n */
    most_in_excess = 5,   /* n - d */
    most_replaced = 3,    /* d of an edge whose time is not kept */
    lag = 3,              /* beats between an edge's end and its decision, where none disagrees */
    longest_lag = 6,      /* and where one does */
    most_hypotheses = 24,
    most_edges = longest_lag + most_observed + 1, /* undecided, of one hypothesis */
    state = order + 1     /* the sum since the last beat believed, and the last five intervals */
};

/* Costs, in squared misfits. */
static const double cost_dropped = 26, cost_made = 20, cost_unexplained = 70;
/* One interval replaced; and more where there are several. */
static const double cost_replaced = 32, cost_replaced_more = 12;
/* Among edges that keep the time those with a larger misfit are not tried. */
static const double largest_misfit = 140;
/* Hypotheses that are worse than the best by more end. */
static const double largest_lead = 90;
/* A hypothesis within so much of the best is heard before a young edge is decided. */
static const double close_rival = 15;
/* A fault costs what it takes to be safe, not what it is likely to: of that share of it two starts
 * are acquitted when they are compared. */
static const double acquitted = 0.5;
/* The straight line through the last two intervals, flattened: what the next may be where the
 * rhythm has just changed; and what it costs to say so. */
static const double line_slope = 0.7, cost_line = 7;
/* Three beats in a row that miss by less, in squared scales and in shares of the mean, are believed
 * at once. */
static const double settled_misfit = 6, settled_miss = 0.04;
/* A beat moved by less than one of these, in scales, in shares of the mean and in root mean squares
 * of successive differences, stays where it was. */
static const double small_move_scales = 2.2, small_move_mean = 0.075, small_move_differences = 0.45;
/* Shares of the mean: a sum further from its expectation has another number of intervals. */
static const double other_count = 0.75, largest_replacement = 0.6;
/* Two hypotheses are one where their last five intervals differ by less in sum; ms. */
static const double same_past = 0.5;

typedef struct edge {
    ck_beat_edge_kind kind;
    int observed;
    int made;
    double misfit; /* in standard deviations of the sum */
    double move;   /* of the beat inside an edge (2, 2); ms */
} edge;

typedef struct hypothesis {
    double cost;                  /* beyond the best */
    double elapsed;               /* since the last beat believed; ms */
    int observed;                 /* intervals since then */
    int edge_count;
    int measured;                 /* intervals in a row, before the last beat believed */
    double past[order];           /* intervals before it, newest first; ms */
    double doubt[order][order];   /* their covariances; ms^2; 0 of what was measured */
    edge edges[most_edges];       /* undecided, oldest first */
} hypothesis;

typedef struct hypotheses {
    int count;
    hypothesis *all[most_hypotheses]; /* cheapest first */
    hypothesis memory[most_hypotheses];
} hypotheses;

struct ck_beat_tracker {
    ck_beat_model model;
    double evidence;    /* cost of the best chain and of the scales it needed */
    double recent[most_edges + 1]; /* observed intervals, newest first */
    double odd_share;   /* of beats, over the last 32 */
    double fault_share; /* of edges, over the last 8 */
    int is_irregular;
    hypotheses *now;
    hypotheses *next;
    hypotheses sets[2];
};

static double square(double x) { return x * x; }
static double magnitude(double x) { return x < 0 ? -x : x; }

ck_status ck_beat_tracker_create(ck_beat_tracker **tracker)
{
    *tracker = ck_allocate(sizeof(ck_beat_tracker));
    return *tracker ? CK_OK : CK_OUT_OF_MEMORY;
}

void ck_beat_tracker_destroy(ck_beat_tracker *tracker) { ck_free(tracker); }

/* ---- Sets of hypotheses ---- */

static void clear(hypotheses *set)
{
    set->count = 0;
    for (int i = 0; i < most_hypotheses; i++)
        set->all[i] = &set->memory[i];
}

static int is_same(const hypothesis *a, int observed, const double *past)
{
    if (a->observed != observed)
        return 0;
    double difference = 0;
    for (int i = 0; i < order; i++)
        difference += magnitude(a->past[i] - past[i]);
    return difference < same_past;
}

/* Room, in the order of costs, for a hypothesis with that end; NULL where it is too dear, or where
 * a cheaper one ends the same. */
static hypothesis *insert(hypotheses *set, double cost, int observed, const double *past)
{
    if (set->count > 0 && cost > set->all[0]->cost + largest_lead)
        return NULL;
    int place = 0;
    while (place < set->count && !is_same(set->all[place], observed, past))
        place += 1;
    if (place < set->count) {
        if (set->all[place]->cost <= cost)
            return NULL;
    } else if (set->count < most_hypotheses) {
        set->count += 1;
    } else {
        place -= 1;
        if (set->all[place]->cost <= cost)
            return NULL;
    }
    hypothesis *const room = set->all[place];
    for (; place > 0 && set->all[place - 1]->cost > cost; place--)
        set->all[place] = set->all[place - 1];
    set->all[place] = room;
    room->cost = cost;
    return room;
}

/* Ends those that are too dear, and counts costs from the best. */
static void prune(hypotheses *set)
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

static void look_ahead_from(const hypothesis *from, double mean, outlook *ahead)
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
static void look_further(outlook *ahead, const ck_beat_model *model, double variance)
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
static void see_moves(hypothesis *of, const double *recent)
{
    int observed = 0;
    int made = 0;
    for (int i = of->edge_count - 1; i >= 0 && made + 1 < order; i--) {
        edge *const one = &of->edges[i];
        if (one->kind == CK_BEAT_EDGE_REPAIRED && one->observed == 2 && one->made == 2)
            one->move = magnitude(recent[observed + 1] - of->past[made + 1]);
        observed += one->observed;
        made += one->made;
    }
}

static void believe(hypotheses *set, const hypothesis *from, double cost, const outlook *ahead,
                    double mean, double excess, edge added, const double *recent)
{
    const double gain = added.kind == CK_BEAT_EDGE_REPLACED ? 0 : 1 / ahead->covariance[0][0];
    double past[order];
    for (int i = 0; i < order; i++)
        past[i] = ahead->expected[i + 1] + mean + gain * ahead->covariance[i + 1][0] * excess;
    hypothesis *const to =
        from->edge_count < most_edges ? insert(set, cost, 0, past) : NULL;
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
    to->measured = added.observed == 1 && added.made == 1 && gain > 0 ? from->measured + 1 : 0;
    to->edge_count = from->edge_count + 1;
    for (int i = 0; i < from->edge_count; i++)
        to->edges[i] = from->edges[i];
    to->edges[from->edge_count] = added;
    see_moves(to, recent);
}

static void disbelieve(hypotheses *set, const hypothesis *from)
{
    if (from->observed >= most_observed)
        return;
    const double cost = from->cost + cost_dropped;
    hypothesis *const to = insert(set, cost, from->observed, from->past);
    if (!to)
        return;
    *to = *from;
    to->cost = cost;
}

/* All ways to believe the newest beat. */
static void extend(hypotheses *set, const hypothesis *from, const ck_beat_model *model,
                   double scale, const double *recent)
{
    const int d = from->observed;
    const double mean = model->mean;
    outlook ahead;
    look_ahead_from(from, mean, &ahead);
    for (int n = 1; n <= most_made; n++) {
        look_further(&ahead, model, square(scale));
        const double excess = from->elapsed - ahead.expected[0];
        const double spread = ahead.covariance[0][0];
        double misfit = square(excess) / spread;
        edge added = {CK_BEAT_EDGE_REPAIRED, d, n, excess / ck_sqrt(spread), 0};
        if (d == 1 && n == 1) {
            added.kind = CK_BEAT_EDGE_MEASURED;
            if (spread < 1.5 * square(scale)) {
                const double line = (1 + line_slope) * from->past[0] - line_slope * from->past[1];
                const double other = square((from->elapsed - line) / scale) + cost_line;
                misfit = misfit < other ? misfit : other;
            }
        }
        const double made = n > d ? cost_made * (n - d) : 0;
        const int is_far = excess > other_count * mean && n < most_made && n - d < most_in_excess;
        if (!is_far && misfit < largest_misfit)
            believe(set, from, from->cost + misfit + made, &ahead, mean, excess, added, recent);
        if (d == 1 && n == 1 && misfit > cost_unexplained) {
            added.kind = CK_BEAT_EDGE_UNEXPLAINED;
            believe(set, from, from->cost + cost_unexplained, &ahead, mean, excess, added, recent);
        }
        const double replaced =
            d == 1 ? cost_replaced : cost_replaced + cost_replaced_more - cost_dropped;
        if (n == d && d <= most_replaced && magnitude(excess) < largest_replacement * mean
            && misfit > replaced) {
            added.kind = CK_BEAT_EDGE_REPLACED;
            believe(set, from, from->cost + replaced, &ahead, mean, excess, added, recent);
        }
        if (excess < -other_count * mean)
            break;
    }
    disbelieve(set, from);
}

/* Nothing fits: the beat is believed, and the rhythm before it forgotten. */
static void give_in(hypotheses *set, const hypothesis *from, double mean, double swing)
{
    set->count = 1;
    hypothesis *const to = set->all[0];
    *to = *from;
    to->cost = from->cost + cost_unexplained;
    to->elapsed = 0;
    to->observed = 0;
    to->measured = 0;
    const int place = from->edge_count < most_edges ? to->edge_count++ : most_edges - 1;
    to->edges[place] = (edge){CK_BEAT_EDGE_UNEXPLAINED, from->observed, from->observed, 0, 0};
    for (int i = 0; i < order; i++) {
        to->past[i] = mean;
        for (int j = 0; j < order; j++)
            to->doubt[i][j] = i == j ? square(swing) : 0;
    }
}

/* ---- Decisions ---- */

static const double odd_rate = 1.0 / 32, fault_rate = 1.0 / 8;
/* Share of faults above which it is rather the rhythm that has become another one. */
static const double largest_fault_share = 0.6;
/* Root mean square of successive differences, as a share of the mean. */
static const double alternation = 0.12;

/* Long and short by turns, by far: every other beat comes early, and the pattern has been learned
 * as if it were the rhythm. */
static int is_alternating(const ck_beat_model *model)
{
    return model->difference_variance > square(alternation * model->mean)
        && model->covariance[0][1] < -0.5 * model->covariance[0][0];
}

/* Whether the rhythm carries a judgement: with thresholds to leave, and lower ones to return. */
static void judge_regularity(ck_beat_tracker *tracker)
{
    const ck_beat_model *const model = &tracker->model;
    const double share = tracker->is_irregular ? 0.2 : 0.33;
    const double largest = tracker->is_irregular ? 0.09 : 0.11;
    const double rough = tracker->is_irregular ? 0.049 : 0.07;
    const double with_rough = tracker->is_irregular ? 0.028 : 0.04;
    const double scale = ck_sqrt(model->variance) / model->mean;
    tracker->is_irregular = tracker->odd_share > share || scale > largest
        || (model->roughness > rough * model->mean && scale > with_rough)
        || is_alternating(model);
}

/* Observed intervals since the last edge that was decided. */
static int observed_since_edges(const hypothesis *of)
{
    int count = of->observed;
    for (int i = 0; i < of->edge_count; i++)
        count += of->edges[i].observed;
    return count;
}

static void learn(ck_beat_tracker *tracker, edge decided, double scale)
{
    ck_beat_model *const model = &tracker->model;
    const int is_measured = decided.observed == 1 && decided.made == 1
        && decided.kind != CK_BEAT_EDGE_REPLACED;
    if (!is_measured) {
        ck_beat_model_forget(model);
        return;
    }
    const double interval = tracker->recent[observed_since_edges(tracker->now->all[0])];
    if (decided.kind == CK_BEAT_EDGE_MEASURED)
        ck_beat_model_learn(model, interval, decided.misfit, scale);
    else
        ck_beat_model_surprise(model, interval);
}

static ck_beat_edge account(ck_beat_tracker *tracker, edge decided)
{
    const int is_odd = decided.kind == CK_BEAT_EDGE_UNEXPLAINED
        || decided.kind == CK_BEAT_EDGE_REPLACED;
    for (int i = 0; i < decided.observed; i++) {
        const int is_last = i == decided.observed - 1;
        tracker->odd_share += odd_rate * ((is_last ? is_odd : 1) - tracker->odd_share);
    }
    const int is_fault = decided.kind != CK_BEAT_EDGE_MEASURED;
    tracker->fault_share += fault_rate * (is_fault - tracker->fault_share);
    judge_regularity(tracker);
    return (ck_beat_edge){decided.observed, decided.made, decided.kind, tracker->is_irregular,
                          decided.misfit};
}

/* Whether a beat that was moved has moved so little that it may as well have stayed. */
static int is_small_move(const ck_beat_model *model, edge decided, double scale)
{
    if (decided.kind != CK_BEAT_EDGE_REPAIRED || decided.observed != 2 || decided.made != 2)
        return 0;
    return decided.move < small_move_scales * scale || decided.move < small_move_mean * model->mean
        || decided.move < small_move_differences * ck_sqrt(model->difference_variance);
}

static edge pop_edge(hypothesis *from)
{
    const edge first = from->edges[0];
    from->edge_count -= 1;
    for (int i = 0; i < from->edge_count; i++)
        from->edges[i] = from->edges[i + 1];
    return first;
}

static int has_oldest(const hypothesis *one, edge first)
{
    const edge own = one->edges[0];
    return one->edge_count > 0 && own.observed == first.observed && own.made == first.made
        && own.kind == first.kind;
}

/* Whether a hypothesis close to the best has another oldest edge. */
static int is_contested(const hypotheses *set)
{
    for (int i = 1; i < set->count && set->all[i]->cost < set->all[0]->cost + close_rival; i++)
        if (!has_oldest(set->all[i], set->all[0]->edges[0]))
            return 1;
    return 0;
}

/* The oldest edge of the best hypothesis stands; hypotheses with another one end. */
static edge decide(hypotheses *set)
{
    const edge first = pop_edge(set->all[0]);
    int kept = 1;
    for (int i = 1; i < set->count; i++) {
        hypothesis *const one = set->all[i];
        if (!has_oldest(one, first))
            continue;
        pop_edge(one);
        set->all[i] = set->all[kept];
        set->all[kept++] = one;
    }
    set->count = kept;
    return first;
}

/* Observed intervals between the end of the oldest edge and the newest beat. */
static int age_of_oldest(const hypothesis *of)
{
    int age = of->observed;
    for (int i = 1; i < of->edge_count; i++)
        age += of->edges[i].observed;
    return age;
}

static double cost_of(edge fault)
{
    const int excess = fault.made - fault.observed;
    double cost = cost_dropped * (fault.observed - 1) + (excess > 0 ? cost_made * excess : 0);
    if (fault.kind == CK_BEAT_EDGE_REPLACED)
        cost += cost_replaced - (fault.observed > 1 ? cost_dropped : 0);
    return cost;
}

/* Decides edges of `age` and more; those younger than `sure` only where no other is likely. */
static size_t decide_those_older(ck_beat_tracker *tracker, int age, int sure, double scale,
                                 ck_beat_edge *edges)
{
    size_t count = 0;
    hypotheses *const now = tracker->now;
    while (now->all[0]->edge_count > 0) {
        const int own = age_of_oldest(now->all[0]);
        if (own < age || (own < sure && is_contested(now)))
            break;
        const edge decided = decide(now);
        tracker->evidence -= acquitted * cost_of(decided);
        learn(tracker, decided, scale);
        if (is_small_move(&tracker->model, decided, scale)) {
            const edge stays = {CK_BEAT_EDGE_MEASURED, 1, 1, 0, 0};
            edges[count++] = account(tracker, stays);
            edges[count++] = account(tracker, stays);
        } else {
            edges[count++] = account(tracker, decided);
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
static int is_settled(const hypothesis *one, int count, double largest)
{
    if (one->observed != 0 || one->edge_count < count)
        return 0;
    for (int i = one->edge_count - count; i < one->edge_count; i++)
        if (one->edges[i].kind != CK_BEAT_EDGE_MEASURED || square(one->edges[i].misfit) > largest)
            return 0;
    return 1;
}

/* The common case without a detour: one hypothesis, settled, whose past is all measured, and an
 * interval that leaves it so. Returns whether it was. */
static int accept_at_once(ck_beat_tracker *tracker, double interval, double scale)
{
    hypothesis *const one = tracker->now->all[0];
    const double mean = tracker->model.mean;
    const double largest = largest_settled(scale, mean);
    if (tracker->now->count != 1 || one->measured < order || one->edge_count == most_edges
        || !is_settled(one, lag - 1, largest))
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
    one->edges[one->edge_count++] = (edge){CK_BEAT_EDGE_MEASURED, 1, 1, misfit, 0};
    tracker->evidence += square(misfit) + 2 * ck_log(scale);
    return 1;
}

/* Weighs every way on from every hypothesis. */
static void weigh(ck_beat_tracker *tracker, double interval, double scale)
{
    const double mean = tracker->model.mean;
    hypotheses *const now = tracker->now;
    hypotheses *const next = tracker->next;
    next->count = 0;
    for (int i = 0; i < now->count; i++) {
        hypothesis *const one = now->all[i];
        one->elapsed += interval;
        one->observed += 1;
        extend(next, one, &tracker->model, scale, tracker->recent);
    }
    if (next->count == 0)
        give_in(next, now->all[0], mean, 0.06 * mean);
    tracker->evidence += next->all[0]->cost + 2 * ck_log(scale);
    prune(next);
    /* No other hypothesis about those beats has a chance. */
    if (is_settled(next->all[0], lag, largest_settled(scale, mean)))
        next->count = 1;
    tracker->now = next;
    tracker->next = now;
}

/* ---- Steps ---- */

static void sort(double *x, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const double value = x[i];
        size_t place = i;
        for (; place > 0 && x[place - 1] > value; place--)
            x[place] = x[place - 1];
        x[place] = value;
    }
}

/* Linear between neighbours; sorts x. */
static double quantile(double *x, size_t n, double share)
{
    sort(x, n);
    const double place = share * (double)(n - 1);
    const size_t below = (size_t)place;
    const size_t above = below + 1 < n ? below + 1 : below;
    return x[below] + (place - (double)below) * (x[above] - x[below]);
}

/* One hypothesis: the last beat is believed, and before it was what the model expects. */
static void start_chain(ck_beat_tracker *tracker)
{
    const ck_beat_model *const model = &tracker->model;
    tracker->now = &tracker->sets[0];
    tracker->next = &tracker->sets[1];
    clear(tracker->now);
    clear(tracker->next);
    tracker->now->count = 1;
    hypothesis *const first = tracker->now->all[0];
    first->cost = 0;
    first->elapsed = 0;
    first->observed = 0;
    first->edge_count = 0;
    first->measured = 0;
    for (int i = 0; i < order; i++) {
        first->past[i] = model->mean;
        for (int j = 0; j < order; j++)
            first->doubt[i][j] = 2 * model->covariance[i][j] + square(0.06 * model->mean)
                + (i == j ? square(0.02 * model->mean) : 0);
    }
}

static void begin(ck_beat_tracker *tracker)
{
    tracker->evidence = 0;
    tracker->odd_share = 0;
    tracker->fault_share = 0;
    tracker->is_irregular = 0;
    start_chain(tracker);
}

/* Decides all there is, as it looks now. */
static size_t decide_all(ck_beat_tracker *tracker, ck_beat_edge *edges)
{
    hypotheses *const now = tracker->now;
    const double scale = ck_beat_model_scale(&tracker->model);
    for (int i = 0; i < now->count; i++) {
        if (now->all[i]->observed == 0) {
            hypothesis *const cheapest = now->all[i];
            now->all[i] = now->all[0];
            now->all[0] = cheapest;
            break;
        }
    }
    int left = now->all[0]->observed;
    size_t count = decide_those_older(tracker, 0, 0, scale, edges);
    for (; left > 0; left--)
        edges[count++] = account(tracker, (edge){CK_BEAT_EDGE_UNEXPLAINED, 1, 1, 0, 0});
    return count;
}

/* Where nearly nothing is as expected, the rhythm has become another one: begins again with the
 * newest intervals. Returns how many edges that decides. */
static size_t follow_new_rhythm(ck_beat_tracker *tracker, ck_beat_edge *edges)
{
    if (tracker->fault_share <= largest_fault_share)
        return 0;
    const size_t count = decide_all(tracker, edges);
    double newest[most_edges];
    for (int i = 0; i < most_edges; i++)
        newest[i] = tracker->recent[i];
    ck_beat_model_start_anew(&tracker->model, quantile(newest, most_edges, 0.5));
    tracker->fault_share = 0;
    start_chain(tracker);
    return count;
}

size_t ck_beat_tracker_push(ck_beat_tracker *tracker, double interval, ck_beat_edge *edges)
{
    const double scale = ck_beat_model_scale(&tracker->model);
    for (int i = most_edges; i > 0; i--)
        tracker->recent[i] = tracker->recent[i - 1];
    tracker->recent[0] = interval;
    if (!accept_at_once(tracker, interval, scale))
        weigh(tracker, interval, scale);
    ck_beat_model_observe(&tracker->model, interval);
    const size_t count = decide_those_older(tracker, lag, longest_lag, scale, edges);
    return count + follow_new_rhythm(tracker, edges + count);
}

size_t ck_beat_tracker_peek(const ck_beat_tracker *tracker, ck_beat_edge *edges)
{
    const hypothesis *const best = tracker->now->all[0];
    int age = age_of_oldest(best);
    size_t count = 0;
    for (int i = 0; i < best->edge_count && age >= lag; i++) {
        const edge one = best->edges[i];
        edges[count++] = (ck_beat_edge){one.observed, one.made, one.kind, tracker->is_irregular,
                                        one.misfit};
        age -= i + 1 < best->edge_count ? best->edges[i + 1].observed : 0;
    }
    return count;
}

size_t ck_beat_tracker_finish(ck_beat_tracker *tracker, ck_beat_edge *edges)
{
    return decide_all(tracker, edges);
}

/* ---- Start ---- */

typedef struct start_guess {
    double swing;
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
    double x[CK_BEAT_START_MAX];
    first_look first;
    const size_t few = n < 11 ? n : 11;
    for (size_t i = 0; i < few; i++)
        x[i] = intervals[i];
    first.mean = quantile(x, few, 0.5);
    for (size_t i = 0; i < n; i++)
        x[i] = intervals[i];
    first.overall_mean = quantile(x, n, 0.5);

    double change = 0;
    if (n > 8) {
        for (size_t i = 1; i < n; i++)
            x[i - 1] = magnitude(intervals[i] - intervals[i - 1]);
        change = 1.4826 * quantile(x, n - 1, 0.5);
    }
    double roughness = 0;
    if (n > 12) {
        for (size_t i = 5; i < n; i++)
            x[i - 5] = magnitude(intervals[i] - intervals[i - 5]
                                 - 5 * (intervals[i - 1] - intervals[i - 4])
                                 + 10 * (intervals[i - 2] - intervals[i - 3])) / 20;
        roughness = quantile(x, n - 5, 0.25) / 0.3186;
    }
    const double m = first.mean;
    const double tight = 0.03 * m > 20 ? 0.03 * m : 20;
    const double wide = 0.6 * change < 0.15 * m ? 0.6 * change : 0.15 * m;
    const double swing = change < 0.2 * m ? change : 0.2 * m;
    first.tight = (start_guess){0.05 * m, tight};
    first.wide = (start_guess){swing > 0.05 * m ? swing : 0.05 * m, wide > tight ? wide : tight};
    first.may_be_wide = roughness <= 0.14 * m;
    return first;
}

static void run(ck_beat_tracker *tracker, const double *intervals, size_t n, int is_backwards)
{
    ck_beat_edge ignored[CK_BEAT_EDGES_MAX];
    begin(tracker);
    for (size_t i = 0; i < n; i++)
        ck_beat_tracker_push(tracker, intervals[is_backwards ? n - 1 - i : i], ignored);
    ck_beat_tracker_finish(tracker, ignored);
}

/* Learns from a guess, backwards and forwards; returns how well it then explains the intervals. */
static double try_guess(ck_beat_tracker *tracker, const double *intervals, size_t n,
                        first_look first, start_guess guess, ck_beat_model *learned)
{
    ck_beat_model_start(&tracker->model, first.overall_mean, guess.swing, guess.scale);
    run(tracker, intervals, n, 1);
    ck_beat_model_restart(&tracker->model, tracker->model.mean);
    run(tracker, intervals, n, 0);
    ck_beat_model_restart(&tracker->model, tracker->model.mean);
    *learned = tracker->model;
    run(tracker, intervals, n, 0);
    return tracker->evidence;
}

void ck_beat_tracker_start(ck_beat_tracker *tracker, const double *intervals, size_t n)
{
    const first_look first = look(intervals, n);
    ck_beat_model tight;
    const double evidence = try_guess(tracker, intervals, n, first, first.tight, &tight);
    if (first.may_be_wide) {
        ck_beat_model wide;
        if (try_guess(tracker, intervals, n, first, first.wide, &wide) <= evidence)
            tight = wide;
    }
    tracker->model = tight;
    begin(tracker);
}
