/* How many blocks of memory a thread has asked for.
 *
 * On Linux with glibc the program that links this has malloc, calloc, realloc, aligned_alloc,
 * memalign and posix_memalign of its own: each counts and hands on to the C library. Every library
 * in the process calls them. Elsewhere nothing is replaced and nothing counted.
 */
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stddef.h>

/* Whether this build counts: 1 or 0. */
int allocation_counter_works(void);

/* Requests of the calling thread since it began; a realloc counts as one. 0 where nothing counts. */
size_t allocation_counter_count(void);

#endif
