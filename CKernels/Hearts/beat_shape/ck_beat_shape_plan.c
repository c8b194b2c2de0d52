/* Create: the grid of the wave for a rate, the low-pass, and the weights of a shape. */
#include "ck_beat_shape_state.h"
#include "ck_platform.h"

/* The low-pass: half the amplitude here, and half its length. */
#define CUT_HZ 40.0
#define HALF_S 0.03
/* Length of a shape, and how much of it lies before the R peak. */
#define LENGTH_S 0.2
#define BEFORE 0.45
/* Share of a shape at either end over which its weight rises. */
#define EDGE 0.3
/* How far a beat may lie from where its shape usually does, and that from the given positions. */
#define LAG_S 0.036
#define REACH_S 0.048

/* The wave has at least so many samples a second, and less than twice as many. */
#define GRID_HZ 125.0

static void make_grid(ck_beat_shape *s, double rate_hz)
{
    s->rate_hz = rate_hz;
    s->up = rate_hz < GRID_HZ ? 2 : 1;
    s->down = rate_hz < GRID_HZ ? 1 : (size_t)(rate_hz / GRID_HZ);
    s->grid_hz = rate_hz * (double)s->up / (double)s->down;
    s->half = (size_t)ck_ceil(HALF_S * rate_hz) - 1; /* where it ends it is 0 */
    s->taps = (2 * s->half + 1 + s->down) / s->down + (s->up - 1);
    s->length = 8 * (size_t)ck_ceil(LENGTH_S * s->grid_hz / 8);
    s->apex = (size_t)(BEFORE * (double)s->length);
    s->lags = 2 * (size_t)ck_ceil(LAG_S * s->grid_hz) + 2;
    s->reach = (size_t)ck_ceil(REACH_S * s->grid_hz);
    size_t either = CK_BEAT_SHAPE_EDGE + s->lags / 2 + s->reach;
    s->centre = either + s->apex;
    s->centre += s->centre % s->up; /* on an input sample */
    s->wave_count = s->centre + s->length - s->apex + either;
    s->wave_count += s->wave_count % s->up;
    s->raw_centre = s->centre * s->down / s->up + s->half;
    s->raw_count = (s->wave_count / s->up + s->taps - 1) * s->down;
}

static double low_pass(double t)
{
    double a = 2 * CK_PI * CUT_HZ * t;
    double sinc = a * a > 1e-12 ? ck_sin(a) / a : 1;
    return t * t < HALF_S * HALF_S ? sinc * (0.5 + 0.5 * ck_cos(CK_PI * t / HALF_S)) : 0;
}

/* Where the rate is divided, the taps of one phase of the input stand together; where it is
 * doubled, those of one phase of the wave. The taps that make a value add up to 1. */
static void make_kernel(ck_beat_shape *s)
{
    size_t n = s->taps * s->down;
    for (size_t u = 0; u < s->up; u++) {
        float *row = &s->kernel[u * s->taps];
        double sum = 0;
        for (size_t j = 0; j < n; j++) {
            double t = ((double)j - (double)s->half - 0.5 * (double)u) / s->rate_hz;
            row[(j % s->down) * s->taps + j / s->down] = (float)low_pass(t);
            sum += low_pass(t);
        }
        for (size_t j = 0; j < n; j++) {
            row[j] = (float)((double)row[j] / sum);
        }
    }
}

static void make_weight(ck_beat_shape *s)
{
    size_t n = s->length;
    s->weight_sum = 0;
    for (size_t k = 0; k < n; k++) {
        double edge = ((double)(k < n - 1 - k ? k : n - 1 - k) + 0.5) / (EDGE * (double)n);
        s->weight[k] = edge < 1 ? 0.5 - 0.5 * ck_cos(CK_PI * edge) : 1;
        s->weight_sum += s->weight[k];
        s->distance[k] = k < s->apex ? (double)(s->apex - k) : (double)(k - s->apex);
        s->side[k] = k < s->apex ? -1 : k > s->apex ? 1 : 0;
    }
    s->weight_inverse = 1 / s->weight_sum;
}

/* Level, slope and curvature, made orthonormal under the weight one after the other. */
static void make_terms(ck_beat_shape *s)
{
    size_t n = s->length;
    for (size_t i = 0; i < CK_BEAT_SHAPE_TERMS; i++) {
        double *term = s->term[i];
        for (size_t k = 0; k < n; k++) {
            double t = ((double)k - 0.5 * (double)(n - 1)) / (double)n;
            term[k] = i == 0 ? 1 : i == 1 ? t : t * t;
        }
        for (size_t j = 0; j <= i; j++) {
            double dot = 0;
            for (size_t k = 0; k < n; k++) {
                dot += s->weight[k] * term[k] * s->term[j][k];
            }
            double scale = 1 / ck_sqrt(dot);
            for (size_t k = 0; k < n; k++) {
                term[k] = j < i ? term[k] - dot * s->term[j][k] : scale * term[k];
            }
        }
        for (size_t k = 0; k < n; k++) {
            s->weighted[i][k] = s->weight[k] * term[k];
        }
    }
}

ck_status ck_beat_shape_create(ck_cpu_level level, double rate_hz, ck_beat_shape **shape)
{
    *shape = NULL;
    if (!(rate_hz >= 100 && rate_hz <= 4000)) {
        return CK_BAD_ARGUMENT;
    }
    ck_beat_shape *s = ck_allocate(sizeof *s);
    if (s == NULL) {
        return CK_OUT_OF_MEMORY;
    }
    __builtin_memset(s, 0, sizeof *s);
    s->loops = CK_SELECT(level, ck_beat_shape_loops);
    s->engine = CK_SELECT_AVX2(level, ck_beat_shape_engine);
    make_grid(s, rate_hz);
    make_kernel(s);
    make_weight(s);
    make_terms(s);
    ck_beat_shape_reset(s);
    *shape = s;
    return CK_OK;
}

void ck_beat_shape_destroy(ck_beat_shape *shape) { ck_free(shape); }
