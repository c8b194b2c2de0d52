/* What the parts of ck_qrs share. Places k count samples at the inner rate since the beginning. */
#ifndef CK_QRS_STATE_H
#define CK_QRS_STATE_H

#include "ck_platform.h"
#include "ck_qrs.h"
#include "ck_qrs_front_body.h"

enum {
    qrs_take = 512,        /* input samples dealt with at a time */
    qrs_weights = 80,      /* twice the longest step */
    qrs_inputs_max = 2 * qrs_weights + qrs_take, /* whole vectors beyond the last one */
    qrs_kept = 1120,       /* inner samples kept at least: 5.6 s at 200 Hz */
    qrs_waves = 3 * qrs_kept,
    qrs_lead = 64,         /* zeros before the first sample */
    qrs_beyond = 32,       /* whole vectors beyond the last one */
    /* As far back as anything is looked for: kept whatever the blocks, so that results do not
     * depend on them. A block, what is not decided yet and a beat's surroundings stay free. */
    qrs_past = qrs_kept - 240,
    qrs_candidates_max = 256, /* as none is nearer than 8 to the next */
    qrs_peaks_max = qrs_waves / 8 + 1,
    qrs_gaps_max = 24,     /* ends of gaps in qrs_take input samples */
    qrs_levels = 8         /* beats that a level is the median of */
};

/* Times as inner samples. */
typedef struct ck_qrs_spans {
    ptrdiff_t apart;           /* a candidate is the largest within so much */
    ptrdiff_t around;          /* its peak in the high band is within so much */
    ptrdiff_t look;            /* what follows it, up to here, is known when it is decided */
    ptrdiff_t look_wave;       /* of the wave, so much more */
    ptrdiff_t after, after_high; /* where what follows begins, in each band */
    ptrdiff_t flank, foot;     /* the wave's level so far before and after it, so long */
    ptrdiff_t learn, relearn;
} ck_qrs_spans;

typedef struct ck_qrs_input {
    double offset;
    double previous; /* last sample that was not missing */
    float held;      /* the same, less the offset it had */
    int has_begun;
    size_t n_missing, n_same;
    size_t n;        /* samples taken */
    size_t next_still; /* a jump after equal samples moves the baseline from here on */
} ck_qrs_input;

typedef struct ck_qrs_candidate {
    ptrdiff_t k;
    float low, high; /* peaks of the two envelopes, squared */
    double log_low, log_high; /* of the peaks; once it is looked at */
    double score;
    int is_beat;
} ck_qrs_candidate;

/* A ring and its median. */
typedef struct ck_qrs_level {
    double values[qrs_levels];
    double sorted[qrs_levels + 1]; /* then 1e300 */
    size_t next;
    double median;
} ck_qrs_level;

/* What beats, and what is none, have been like. */
typedef struct ck_qrs_levels {
    ck_qrs_level low, high; /* of beats; logs */
    ck_qrs_level noise;     /* largest peak of the high band between two beats; log */
    ck_qrs_level rr_s;
    double log_rr[qrs_levels]; /* of rr_s.values */
    double log_median_rr;
    size_t n_rr;
    double low_upper;       /* upper quartile of low */
    double least_low;       /* a peak below it is no beat; log */
    double rr_upper_s;      /* upper quartile of rr_s */
    double regularity;      /* 1 where all intervals are the same, 0 where none is unlikely */
} ck_qrs_levels;

struct ck_qrs {
    double rate_hz, inner_hz;
    size_t step;
    ck_qrs_spans spans;
    ck_qrs_band low_band, high_band;
    float smooth[8], weights[qrs_weights]; /* of the wave; of the input */
    size_t smooth_reach;
    ck_qrs_envelopes *envelopes;
    ck_qrs_smooth *smoothen;
    ck_qrs_take *take;
    ck_qrs_step_down *step_down;
    ck_qrs_peaks *find_peaks;

    ck_qrs_input input;
    float inputs[qrs_inputs_max];
    size_t n_inputs;
    ptrdiff_t gap_ends[qrs_gaps_max];
    size_t n_gaps;

    ptrdiff_t origin;     /* place of element 0 of the waves */
    ptrdiff_t n_inner;    /* inner samples there are */
    ptrdiff_t n_low, n_wave; /* of the envelopes, of the wave */
    float inner[qrs_waves], wave[qrs_waves];
    float high[qrs_waves], low[qrs_waves + qrs_beyond]; /* the envelopes, squared */

    ptrdiff_t scanned;    /* candidates are known before it */
    ptrdiff_t end;        /* of the input, once known; candidates from there on do not count */
    ck_qrs_candidate candidates[qrs_candidates_max];
    ptrdiff_t n_candidates, n_decided;

    ck_qrs_levels levels;
    int has_learned;
    ptrdiff_t first;      /* inner sample that moved; -1: none yet */
    ptrdiff_t active;     /* last beat, end of a gap, or where levels were learned */
    ck_qrs_candidate last;
    int is_last_known;    /* not after a gap */
    int is_searched;      /* what follows the last beat has been searched */
    int follows_gap;

    const ck_qrs_weights *weighing; /* the standard ones or its own */
    ck_qrs_weights own_weighing;
    double most_of_wave, most_of_after; /* that the measures of these can add to a score */
    ck_qrs_trace *trace;
    void *trace_context;
};

/* ---- ck_qrs_input.c ---- */

/* Takes up to qrs_take of x[n] into inner samples; returns how many. */
size_t ck_qrs_take_input(ck_qrs *qrs, const double *x, size_t n);
/* Goes on with the last sample, n times. */
void ck_qrs_hold_input(ck_qrs *qrs, size_t n);

/* ---- ck_qrs_front.c ---- */

void ck_qrs_front_init(ck_qrs *qrs, ck_cpu_level level);
void ck_qrs_filter(ck_qrs *qrs);
void ck_qrs_find_candidates(ck_qrs *qrs);

/* ---- ck_qrs_levels.c ---- */

/* Begins with levels from the low envelope at from ... to - 1. */
void ck_qrs_learn(ck_qrs *qrs, ptrdiff_t from, ptrdiff_t to);
/* Takes a beat into the levels; last is the one before it. */
void ck_qrs_learn_beat(ck_qrs *qrs, const ck_qrs_candidate *beat);

/* ---- ck_qrs_measures.c ---- */

/* Decides by these weights from now on; they stay where they are. */
void ck_qrs_weigh_by(ck_qrs *qrs, const ck_qrs_weights *weights);
/* The log of the odds, by envelopes up to limit; also kept with the candidate, which has its logs.
 * Where it is surely not above the bar, something that is not either. */
double ck_qrs_score(const ck_qrs *qrs, ck_qrs_candidate *candidate, ptrdiff_t limit, double bar);
/* Calls the trace with what led to a score. */
void ck_qrs_tell(const ck_qrs *qrs, const ck_qrs_candidate *candidate, ptrdiff_t limit,
                 int is_beat);

/* ---- ck_qrs_decide.c ---- */

/* Decides all candidates that enough is known after; returns how many beats. */
size_t ck_qrs_decide(ck_qrs *qrs, ck_qrs_beat *beats);

static inline double ck_qrs_clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

/* Natural, within 3e-7; finite for 0. With m x 2^e, m = 1 + f from 1/sqrt 2 to sqrt 2: e log 2 and
 * the polynomial of least error for log(1 + f). */
static inline double ck_qrs_log(double x)
{
    union {
        double value;
        unsigned long long bits;
    } number = {.value = x > 1e-60 ? x : 1e-60};
    const unsigned long long root_half = 0x3fe6a09e667f3bcdULL;
    const long long exponent = (long long)(number.bits - root_half) >> 52;
    number.bits -= (unsigned long long)exponent << 52;
    const double f = number.value - 1, f2 = f * f;
    const double low = (1.00000325 - 0.50001965 * f) + f2 * (0.333032947 - 0.248813482 * f);
    const double high = (0.206047329 - 0.189019035 * f) + f2 * 0.118271637;
    return (double)exponent * 0.69314718055994531 + f * (low + f2 * f2 * high);
}

/* The log of what has this square. */
static inline double ck_qrs_log_of_root(float square)
{
    return 0.5 * ck_qrs_log((double)square);
}

/* Seconds from one place to another. */
static inline double ck_qrs_seconds(const ck_qrs *qrs, ptrdiff_t from, ptrdiff_t to)
{
    return (double)(to - from) / qrs->inner_hz;
}

static inline void ck_qrs_take_logs(ck_qrs_candidate *candidate)
{
    candidate->log_low = ck_qrs_log_of_root(candidate->low);
    candidate->log_high = ck_qrs_log_of_root(candidate->high);
}

#define CK_QRS_LOAD(x) (*(const ck_eight_floats *)(x))
#define CK_QRS_LARGER(a, b) ((a) > (b) ? (a) : (b))
#define CK_QRS_LESS(a, b) ((a) < (b) ? (a) : (b))
#define CK_QRS_LARGER_EIGHT(a, b) CK_CHOOSE(ck_eight_floats, ck_eight_ints, (a) > (b), a, b)
#define CK_QRS_LESS_EIGHT(a, b) CK_CHOOSE(ck_eight_floats, ck_eight_ints, (a) < (b), a, b)
/* The eight, from lane `by` on. */
#define CK_QRS_TURN(v, by)                                                                         \
    __builtin_shufflevector(v, v, by, by + 1, by + 2, by + 3, (by + 4) % 8, (by + 5) % 8,          \
                            (by + 6) % 8, (by + 7) % 8)

/* Of x[from ... to - 1], not empty; several at a time, so that none waits for the one before. */
static inline float ck_qrs_mean(const float *x, ptrdiff_t from, ptrdiff_t to)
{
    float sum[4] = {0};
    const float count = (float)(to - from);
    for (; from + 4 <= to; from += 4) {
        for (ptrdiff_t k = 0; k < 4; k++) {
            sum[k] += x[from + k];
        }
    }
    for (; from < to; from++) {
        sum[0] += x[from];
    }
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) / count;
}

typedef struct ck_qrs_range {
    float least, largest;
} ck_qrs_range;

/* Of x[from ... to], not empty. The last of several vectors ends at `to`, whatever of it has been
 * seen. */
static inline ck_qrs_range ck_qrs_range_of(const float *x, ptrdiff_t from, ptrdiff_t to)
{
    ck_qrs_range range = {x[to], x[to]};
    if (to - from < 7) {
        for (; from < to; from++) {
            range.least = CK_QRS_LESS(x[from], range.least);
            range.largest = CK_QRS_LARGER(x[from], range.largest);
        }
        return range;
    }
    ck_eight_floats least = CK_QRS_LOAD(x + to - 7), largest = least;
    for (; from + 7 < to; from += 8) {
        const ck_eight_floats v = CK_QRS_LOAD(x + from);
        least = CK_QRS_LESS_EIGHT(v, least);
        largest = CK_QRS_LARGER_EIGHT(v, largest);
    }
    least = CK_QRS_LESS_EIGHT(least, CK_QRS_TURN(least, 4));
    largest = CK_QRS_LARGER_EIGHT(largest, CK_QRS_TURN(largest, 4));
    least = CK_QRS_LESS_EIGHT(least, CK_QRS_TURN(least, 2));
    largest = CK_QRS_LARGER_EIGHT(largest, CK_QRS_TURN(largest, 2));
    return (ck_qrs_range){CK_QRS_LESS(least[0], least[1]), CK_QRS_LARGER(largest[0], largest[1])};
}

/* The largest of x[from ... to], not empty. */
static inline float ck_qrs_largest(const float *x, ptrdiff_t from, ptrdiff_t to)
{
    return ck_qrs_range_of(x, from, to).largest;
}

#endif
