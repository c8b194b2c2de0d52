#include "ck_lomb_exact.h"

#include "ck_platform.h"

/* The unevaluated sum of two doubles, the second below half a unit of the first. */
typedef struct {
    double high, low;
} wide;

static const wide two_pi = {6.283185307179586, 2.4492935982947064e-16};

static wide renormalised(double high, double low)
{
    const double sum = high + low;
    return (wide){sum, low - (sum - high)};
}

static wide exact_sum(double a, double b)
{
    const double sum = a + b;
    const double part = sum - a;
    return (wide){sum, (a - (sum - part)) + (b - part)};
}

static wide exact_product(double a, double b)
{
    const double product = a * b;
    return (wide){product, __builtin_fma(a, b, -product)};
}

static wide plus(wide a, wide b)
{
    const wide high = exact_sum(a.high, b.high);
    const wide low = exact_sum(a.low, b.low);
    const wide sum = renormalised(high.high, high.low + low.high);
    return renormalised(sum.high, sum.low + low.low);
}

static wide minus(wide a, wide b) { return plus(a, (wide){-b.high, -b.low}); }

static wide times(wide a, wide b)
{
    const wide product = exact_product(a.high, b.high);
    return renormalised(product.high, product.low + (a.high * b.low + a.low * b.high));
}

static wide scaled(wide a, double factor) { return times(a, (wide){factor, 0.0}); }

static wide over(wide a, wide b)
{
    const double first = a.high / b.high;
    const wide rest = minus(a, scaled(b, first));
    const double second = rest.high / b.high;
    const wide last = minus(rest, scaled(b, second));
    return plus(renormalised(first, second), (wide){last.high / b.high, 0.0});
}

static wide without_whole(wide a)
{
    const wide rest = plus(a, (wide){-ck_floor(a.high), 0.0});
    return plus(rest, (wide){-ck_floor(rest.high), 0.0});
}

/* Cosine and sine of so many turns, 0 ... 1: Taylor's series of the sixteenth part, and four times
 * the double angle. */
static void cosine_and_sine(wide turns, wide *cosine, wide *sine)
{
    const double quarter = ck_floor(4.0 * turns.high + 0.5);
    const wide angle = times(plus(turns, (wide){-0.25 * quarter, 0.0}), scaled(two_pi, 1.0 / 16));
    const wide square = times(angle, angle);
    wide s = {1.0, 0.0}, c = {1.0, 0.0};
    for (double d = 20.0; d >= 2.0; d -= 2.0) {
        const wide one = {1.0, 0.0};
        c = minus(one, over(times(square, c), (wide){d * (d - 1.0), 0.0}));
        s = minus(one, over(times(square, s), (wide){d * (d + 1.0), 0.0}));
    }
    s = times(angle, s);
    for (int doubling = 0; doubling < 4; doubling++) {
        const wide both = scaled(times(s, c), 2.0);
        c = minus((wide){1.0, 0.0}, scaled(times(s, s), 2.0));
        s = both;
    }
    const wide minus_c = {-c.high, -c.low}, minus_s = {-s.high, -s.low};
    switch ((int)quarter & 3) {
    case 0: *cosine = c; *sine = s; break;
    case 1: *cosine = minus_s; *sine = c; break;
    case 2: *cosine = minus_c; *sine = minus_s; break;
    default: *cosine = s; *sine = minus_c; break;
    }
}

typedef struct {
    wide c, s, cc, ss, cs, yc, ys;
} gram;

static double explained(gram m)
{
    /* Around the mean; then the sine without what the cosine holds of it. */
    const wide cc = minus(m.cc, times(m.c, m.c));
    const wide ss = minus(m.ss, times(m.s, m.s));
    const wide cs = minus(m.cs, times(m.c, m.s));
    const wide rest = minus(ss, over(times(cs, cs), cc));
    const wide y_rest = minus(m.ys, over(times(cs, m.yc), cc));
    const wide sum = plus(over(times(m.yc, m.yc), cc), over(times(y_rest, y_rest), rest));
    return sum.high;
}

void ck_lomb_exact_power(const double *restrict t, const double *restrict y, const double *raw,
                         size_t n, double first_hz, double step_hz, const size_t *restrict k,
                         size_t n_k, double *restrict power)
{
    wide total = {0.0, 0.0}, weighted = {0.0, 0.0};
    for (size_t j = 0; j < n; j++) {
        const double weight = raw ? raw[j] : 1.0;
        total = plus(total, (wide){weight, 0.0});
        weighted = plus(weighted, exact_product(weight, y[j]));
    }
    const wide mean = over(weighted, total);
    for (size_t i = 0; i < n_k; i++) {
        const wide f = plus((wide){first_hz, 0.0}, exact_product((double)k[i], step_hz));
        gram m = {{0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}};
        for (size_t j = 0; j < n; j++) {
            const wide w = over((wide){raw ? raw[j] : 1.0, 0.0}, total);
            const wide wy = times(w, minus((wide){y[j], 0.0}, mean));
            wide c, s;
            cosine_and_sine(without_whole(times(f, exact_sum(t[j], -t[0]))), &c, &s);
            m.c = plus(m.c, times(w, c));
            m.s = plus(m.s, times(w, s));
            m.cc = plus(m.cc, times(w, times(c, c)));
            m.ss = plus(m.ss, times(w, times(s, s)));
            m.cs = plus(m.cs, times(w, times(c, s)));
            m.yc = plus(m.yc, times(wy, c));
            m.ys = plus(m.ys, times(wy, s));
        }
        power[i] = explained(m);
    }
}
