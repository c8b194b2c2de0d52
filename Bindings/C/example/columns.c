/* Writes every table of the library as one line a column: name, kind, unit. Bindings/C/abi.txt keeps what was agreed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "resonance.h"

/* The value of a key in the metadata of a column; its length is 0 where there is none. */
static const char *value(const char *metadata, const char *key, int32_t *length) {
    *length = 0;
    if (metadata == NULL) return "";
    int32_t count;
    memcpy(&count, metadata, sizeof count);
    const char *cursor = metadata + sizeof count;
    for (int32_t pair = 0; pair < count; pair++) {
        int32_t size;
        memcpy(&size, cursor, sizeof size);
        const char *name = cursor + sizeof size;
        int is_it = (size_t)size == strlen(key) && memcmp(name, key, (size_t)size) == 0;
        cursor = name + size;
        memcpy(&size, cursor, sizeof size);
        if (is_it) {
            *length = size;
            return cursor + sizeof size;
        }
        cursor += sizeof size + (size_t)size;
    }
    return "";
}

static void show(const char *name, int32_t status, struct ArrowSchema *schema, struct ArrowArray *rows) {
    if (status != RSN_OK) {
        printf("%s: status %d\n", name, (int)status);
        exit(1);
    }
    printf("%s\n", name);
    for (int64_t child = 0; child < schema->n_children; child++) {
        const struct ArrowSchema *column = schema->children[child];
        int32_t length;
        const char *unit = value(column->metadata, "unit", &length);
        printf("  %s %s%s%.*s\n", column->name, column->format, length > 0 ? " " : "", (int)length, unit);
    }
    schema->release(schema);
    rows->release(rows);
}

int main(void) {
    struct ArrowSchema schema;
    struct ArrowArray rows;
    printf("interface %u\n", (unsigned)rsn_abi());
    show("rsn_metrics", rsn_metrics(NULL, NULL, &schema, &rows, NULL), &schema, &rows);
    show("rsn_hrv", rsn_hrv(NULL, NULL, 0, "{\"ci\": true, \"night\": \"22:00-06:00\"}", NULL, &schema, &rows, NULL),
        &schema, &rows);
    show("rsn_correct", rsn_correct(NULL, NULL, 0, NULL, NULL, &schema, &rows, NULL), &schema, &rows);
    show("rsn_psd", rsn_psd(NULL, NULL, 0, NULL, NULL, &schema, &rows, NULL), &schema, &rows);
    show("rsn_coherence", rsn_coherence(NULL, NULL, 0, "{\"rate\": 6}", NULL, &schema, &rows, NULL), &schema, &rows);
    show("rsn_lomb_scargle", rsn_lomb_scargle(NULL, NULL, 0, NULL, 0, NULL, NULL, &schema, &rows, NULL), &schema, &rows);
    show("rsn_peaks", rsn_peaks(NULL, 0, 250, NULL, NULL, &schema, &rows, NULL), &schema, &rows);
    show("rsn_read", rsn_read("", NULL, NULL, &schema, &rows, NULL), &schema, &rows);
    show("rsn_analyze", rsn_analyze(NULL, 0, NULL, NULL, &schema, &rows, NULL), &schema, &rows);
    return 0;
}
