/*
 * The heart rate variability of five minutes of made intervals, and of a file where one is named.
 *
 *     cc -I Bindings/C/include Bindings/C/example/example.c -L DIR -l resonance -l m -o example
 *     ./example [FILE]
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "resonance.h"

/* The index of a column; -1 where there is none. */
static int64_t column(const struct ArrowSchema *schema, const char *name) {
    for (int64_t child = 0; child < schema->n_children; child++)
        if (strcmp(schema->children[child]->name, name) == 0) return child;
    return -1;
}

static int is_there(const struct ArrowArray *values, int64_t row) {
    const uint8_t *bits = values->buffers[0];
    return bits == NULL || (bits[row / 8] >> (row % 8) & 1);
}

/* A number of a table; NaN where it is missing. */
static double number(const struct ArrowSchema *schema, const struct ArrowArray *rows, const char *name, int64_t row) {
    int64_t child = column(schema, name);
    if (child < 0 || !is_there(rows->children[child], row)) return NAN;
    return ((const double *)rows->children[child]->buffers[1])[row];
}

static void print_text(const struct ArrowSchema *schema, const struct ArrowArray *rows, const char *name, int64_t row) {
    int64_t child = column(schema, name);
    if (child < 0 || !is_there(rows->children[child], row)) return;
    const int64_t *offsets = rows->children[child]->buffers[1];
    const char *bytes = rows->children[child]->buffers[2];
    printf("  %s: %.*s\n", name, (int)(offsets[row + 1] - offsets[row]), bytes + offsets[row]);
}

static int show(int32_t status, struct ArrowSchema *schema, struct ArrowArray *rows, char *error) {
    if (status != RSN_OK) {
        fprintf(stderr, "%s\n", error);
        rsn_free(error);
        return (int)status;
    }
    for (int64_t row = 0; row < rows->length; row++) {
        printf("row %" PRId64 ": mean NN %.17g ms, RMSSD %.17g ms, HF %.17g ms^2\n", row,
            number(schema, rows, "HRV_MeanNN", row), number(schema, rows, "HRV_RMSSD", row),
            number(schema, rows, "HRV_HF_ms2", row));
        print_text(schema, rows, "error_code", row);
        print_text(schema, rows, "error", row);
    }
    schema->release(schema);
    rows->release(rows);
    return 0;
}

int main(int argc, char **argv) {
    /* The last value is missing, and the second recording is no recording. */
    enum { count = 375 };
    double rr[count + 3];
    for (int beat = 0; beat < count; beat++) rr[beat] = 800 + 40 * sin(0.5 * beat) + 15 * sin(1.7 * beat);
    rr[count - 1] = NAN;
    rr[count] = rr[count + 1] = rr[count + 2] = 0.8;
    int64_t offsets[] = {0, count, count + 3};

    printf("interface %" PRIu32 ", version %s\n", rsn_abi(), rsn_version());
    struct ArrowSchema schema;
    struct ArrowArray rows;
    char *error = NULL;
    int32_t status = rsn_hrv(rr, offsets, 2, NULL, NULL, &schema, &rows, &error);
    int code = show(status, &schema, &rows, error);
    if (code != 0) return code;

    if (argc > 1) {
        const char *paths[] = {argv[1]};
        status = rsn_analyze(paths, 1, "{\"jobs\": 2}", NULL, &schema, &rows, &error);
        code = show(status, &schema, &rows, error);
    }
    return code;
}
