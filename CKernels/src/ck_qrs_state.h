/* What the parts of ck_qrs share. Places k count samples at the inner rate since the beginning. */
#ifndef CK_QRS_STATE_H
#define CK_QRS_STATE_H

#include "ck_platform.h"
#include "ck_qrs.h"
#include "ck_qrs_front_body.h"

enum {
    qrs_take = 512,        /* input samples dealt with at a time */
    qrs_inputs_max = 2 * 40 + qrs_take,
    qrs_kept = 1120,       /* inner samples kept at least: 5.6 s at 200 Hz */
    qrs_waves = qrs_kept + qrs_take + 64,
    qrs_lead = 64,         /* zeros before the first sample */
    qrs_candidates_max = 112,
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
    float low, high; /* peaks of the two envelopes */
    double score;
    int is_beat;
} ck_qrs_candidate;

/* A ring and its median. */
typedef struct ck_qrs_level {
    double values[qrs_levels];
    double sorted[qrs_levels];
    size_t next;
    double median;
} ck_qrs_level;

/* What beats, and what is none, have been like. */
typedef struct ck_qrs_levels {
    ck_qrs_level low, high; /* of beats; logs */
    ck_qrs_level noise;     /* largest peak of the high band between two beats; log */
    ck_qrs_level rr_s;
    size_t n_rr;
    double low_upper;       /* upper quartile of low */
    double least_low;       /* a peak below it is no beat */
    double rr_upper_s;      /* upper quartile of rr_s */
    double rr_spread;       /* mean deviation of log RR from its median */
} ck_qrs_levels;

struct ck_qrs {
    double rate_hz, inner_hz;
    size_t step;
    ck_qrs_spans spans;
    ck_qrs_band low_band, high_band;
    float smooth[8], weights[80]; /* of the wave; of the input */
    size_t smooth_reach;
    ck_qrs_envelope *envelope;
    ck_qrs_smooth *smoothen;
    ck_qrs_take *take;
    ck_qrs_step_down *step_down;
    ck_qrs_next_peak *next_peak;

    ck_qrs_input input;
    float inputs[qrs_inputs_max];
    size_t n_inputs;
    ptrdiff_t gap_ends[qrs_gaps_max];
    size_t n_gaps;

    ptrdiff_t origin;     /* place of element 0 of the waves */
    ptrdiff_t n_inner;    /* inner samples there are */
    ptrdiff_t n_low, n_high, n_wave; /* of each wave */
    float inner[qrs_waves], wave[qrs_waves], low[qrs_waves], high[qrs_waves];

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

/* The log of the odds, by envelopes up to limit. */
double ck_qrs_score(const ck_qrs *qrs, const ck_qrs_candidate *candidate, ptrdiff_t limit);
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

/* Natural, within 1e-7; finite for 0. With m x 2^e, m from 1/sqrt 2 to sqrt 2: e log 2 and
 * 2 artanh((m - 1) / (m + 1)). */
static inline double ck_qrs_log(double x)
{
    union {
        double value;
        unsigned long long bits;
    } number = {.value = x > 1e-30 ? x : 1e-30};
    const unsigned long long root_half = 0x3fe6a09e667f3bcdULL;
    const long long exponent = (long long)(number.bits - root_half) >> 52;
    number.bits -= (unsigned long long)exponent << 52;
    const double t = (number.value - 1) / (number.value + 1), u = t * t;
    const double series = 1 + u * (1.0 / 3 + u * (1.0 / 5 + u * (1.0 / 7)));
    return (double)exponent * 0.69314718055994531 + 2 * t * series;
}

/* Seconds from one place to another. */
static inline double ck_qrs_seconds(const ck_qrs *qrs, ptrdiff_t from, ptrdiff_t to)
{
    return (double)(to - from) / qrs->inner_hz;
}

static inline float ck_qrs_largest(const float *x, ptrdiff_t from, ptrdiff_t to)
{
    float value = 0;
    for (ptrdiff_t i = from; i <= to; i++) {
        value = x[i] > value ? x[i] : value;
    }
    return value;
}

#endif
