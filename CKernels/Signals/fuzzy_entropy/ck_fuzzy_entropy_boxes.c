#include "ck_fuzzy_entropy_boxes.h"

#include "ck_fuzzy_entropy_boxes_body.h"
#include "ck_platform.h"
#include "ck_radix_sort.h"

CK_FUZZY_ENTROPY_BOXES_VARIANT(CK_PLAIN, plain)

CK_VARIANTS(ck_fuzzy_entropy_line);
CK_VARIANTS(ck_fuzzy_entropy_wedge);

/* Boxes there is space for. The range of n values is at most 2 sqrt(n) standard deviations and that
 * of a coordinate 4 / 3 as much: for r 0.2 of the deviation 16 sqrt(n) boxes are always enough. */
static size_t max_boxes(size_t count) { return count / 8 + 1024; }

/* Doubles that hold the points twice and the moments; and the coordinates and ranks. */
static size_t points_count(size_t count) { return 2 * count * (sizeof(ck_point) / sizeof(double)); }

size_t ck_fuzzy_entropy_boxes_scratch_count(size_t count)
{
    return points_count(count) + CK_BOX_TERMS * (max_boxes(count) + CK_BOX_REACH) + 3 * count +
           3 * (count / 2 + 1);
}

typedef struct {
    ck_point *points, *spare;
    double *moments;
    double *coordinates[3];
    unsigned *ranks[3];
    size_t count;
} ck_workspace;

static ck_workspace divide(double *scratch, size_t count)
{
    ck_workspace workspace;
    workspace.count = count;
    workspace.points = (void *)scratch;
    workspace.spare = workspace.points + count;
    workspace.moments = scratch + points_count(count);
    double *next = workspace.moments + CK_BOX_TERMS * (max_boxes(count) + CK_BOX_REACH);
    for (size_t k = 0; k < 3; k++) {
        workspace.coordinates[k] = next;
        next += count;
    }
    for (size_t k = 0; k < 3; k++) {
        workspace.ranks[k] = (void *)next;
        next += count / 2 + 1;
    }
    return workspace;
}

/* The power of 2 at or below x > 0, or 0. */
static double power_below(double x)
{
    ck_key bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    bits &= 0x7ff0000000000000;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

/* The coordinates of templates times 2 or 3. Differences of neighbours are rounded to 2^-48 of the
 * largest, where they have more digits (whole milliseconds do not): so that all sums are exact, and
 * three coordinates have the sum 0. Zeros are positive. */
static void find_coordinates(const double *x, const size_t *starts, size_t length,
                             const ck_workspace *workspace)
{
    double largest = 0;
    for (size_t i = 0; i < workspace->count; i++) {
        for (size_t k = 1; k < length; k++) {
            const double step = __builtin_fabs(x[starts[i] + k] - x[starts[i] + k - 1]);
            largest = step > largest ? step : largest;
        }
    }
    const double big = 0x1.8p5 * power_below(largest);
    for (size_t i = 0; i < workspace->count; i++) {
        const double *const template = x + starts[i];
        const double first = ((template[1] - template[0]) + big) - big;
        workspace->coordinates[0][i] = first;
        if (length == 3) {
            const double second = ((template[2] - template[1]) + big) - big;
            workspace->coordinates[0][i] = 0 - (2 * first + second);
            workspace->coordinates[1][i] = first - second;
            workspace->coordinates[2][i] = first + 2 * second;
        }
    }
}

/* Ranks of coordinate k, no two alike. Where coordinates are equal the earlier template comes
 * first, but last in the third: so that no pair has differences of one sign in all three. */
static void rank(const ck_workspace *workspace, size_t k)
{
    const size_t n = workspace->count;
    double *const values = (void *)workspace->points;
    ck_key *const keys = (void *)(values + n);
    unsigned *const orders = (void *)(keys + 2 * n);
    for (size_t i = 0; i < n; i++) {
        const double y = workspace->coordinates[k][i];
        values[i] = k == 2 ? 0 - y : y;
    }
    const ck_sorted a = {keys, orders}, b = {keys + n, orders + n};
    const unsigned *const order = ck_radix_sort(values, n, a, b).order;
    for (size_t p = 0; p < n; p++) {
        workspace->ranks[k][order[p]] = (unsigned)(k == 2 ? n - 1 - p : p);
    }
}

/* The boxes of coordinates; 0 of them where there is no space. */
typedef struct {
    double low, unit;
    size_t count;
} ck_ruler;

static ck_ruler ruler_of(const ck_workspace *workspace, size_t k, double unit)
{
    const double *const y = workspace->coordinates[k];
    double low = y[0], high = y[0];
    for (size_t i = 1; i < workspace->count; i++) {
        low = y[i] < low ? y[i] : low;
        high = y[i] > high ? y[i] : high;
    }
    const double boxes = (high - low) / unit / CK_BOX_WIDTH + 1;
    const int fits = boxes <= (double)max_boxes(workspace->count);
    const ck_ruler ruler = {low, unit, fits ? (size_t)boxes : 0};
    return ruler;
}

static ck_point point_at(const ck_ruler *ruler, double y, unsigned key)
{
    const double position = (y - ruler->low) / ruler->unit;
    const size_t box = (size_t)(position / CK_BOX_WIDTH);
    const double offset = position - ((double)box + 0.5) * CK_BOX_WIDTH;
    const ck_point point = {key, offset, ck_exp(-offset * offset), box};
    return point;
}

static double sum_line(ck_cpu_level level, const ck_point *points, size_t count,
                       const ck_boxes *boxes)
{
    return CK_DISPATCH(level, ck_fuzzy_entropy_line, points, count, boxes);
}

static double sum_wedge(ck_cpu_level level, const ck_workspace *workspace, const ck_boxes *boxes)
{
    return CK_DISPATCH(level, ck_fuzzy_entropy_wedge, workspace->points, workspace->spare, workspace->count,
                       boxes);
}

static double sum_of_two(ck_cpu_level level, const ck_workspace *workspace, double r)
{
    const ck_ruler ruler = ruler_of(workspace, 0, 2 * r);
    if (ruler.count == 0) {
        return -1;
    }
    rank(workspace, 0);
    const ck_boxes boxes = {workspace->moments, ruler.count + CK_BOX_REACH};
    for (size_t i = 0; i < workspace->count; i++) {
        const size_t position = workspace->count - 1 - workspace->ranks[0][i];
        workspace->points[position] = point_at(&ruler, workspace->coordinates[0][i], 0);
    }
    return sum_line(level, workspace->points, workspace->count, &boxes);
}

static double sum_of_three(ck_cpu_level level, const ck_workspace *workspace, double r)
{
    ck_ruler rulers[3];
    for (size_t k = 0; k < 3; k++) {
        rulers[k] = ruler_of(workspace, k, 3 * r);
        if (rulers[k].count == 0) {
            return -1;
        }
    }
    for (size_t k = 0; k < 3; k++) {
        rank(workspace, k);
    }
    double sum = 0;
    for (size_t k = 0; k < 3; k++) {
        const unsigned *const first = workspace->ranks[(k + 1) % 3];
        const unsigned *const key = workspace->ranks[(k + 2) % 3];
        for (size_t i = 0; i < workspace->count; i++) {
            workspace->points[first[i]] = point_at(rulers + k, workspace->coordinates[k][i], key[i]);
        }
        const ck_boxes boxes = {workspace->moments, rulers[k].count + CK_BOX_REACH};
        sum += sum_wedge(level, workspace, &boxes);
    }
    return sum;
}

double ck_fuzzy_entropy_boxes(ck_cpu_level level, const double *x, const size_t *starts,
                              size_t count, size_t length, double r, double *scratch)
{
    const ck_workspace workspace = divide(scratch, count);
    find_coordinates(x, starts, length, &workspace);
    return length == 2 ? sum_of_two(level, &workspace, r) : sum_of_three(level, &workspace, r);
}
