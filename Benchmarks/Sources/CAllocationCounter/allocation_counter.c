#include "allocation_counter.h"

#include <stdlib.h>

#if defined(__GLIBC__)

#include <errno.h>

/* The C library's own, under names it exports for this purpose. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

/* In the executable's own block of thread-local memory: reading it allocates nothing. */
static _Thread_local size_t count;

int allocation_counter_works(void)
{
    return 1;
}

size_t allocation_counter_count(void)
{
    return count;
}

void *malloc(size_t size)
{
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    count++;
    return __libc_calloc(n, size);
}

void *realloc(void *block, size_t size)
{
    count++;
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size)
{
    count++;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) {
        return EINVAL;
    }
    void *const made = memalign(alignment, size);
    if (made == NULL) {
        return ENOMEM;
    }
    *block = made;
    return 0;
}

#else

int allocation_counter_works(void)
{
    return 0;
}

size_t allocation_counter_count(void)
{
    return 0;
}

#endif
