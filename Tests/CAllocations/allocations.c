// SPDX-License-Identifier: MIT

#include "allocations.h"

#include <errno.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_OTHER_ALLOCATOR
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_OTHER_ALLOCATOR)

#include <malloc.h>

// The allocator's functions are replaced by these, which call the originals under
// their other names. Counts are a thread's own: tests run beside each other.

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static __thread int is_counting;
static __thread long long live;
static __thread long long most;

static void *added(void *block) {
  if (is_counting && block) {
    live += (long long)malloc_usable_size(block);
    if (live > most) most = live;
  }
  return block;
}

static void removing(void *block) {
  if (is_counting && block) live -= (long long)malloc_usable_size(block);
}

void *malloc(size_t size) { return added(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return added(__libc_calloc(count, size)); }

// Counted as if both blocks were there at once, as they may be.
void *realloc(void *block, size_t size) {
  long long old = is_counting && block ? (long long)malloc_usable_size(block) : 0;
  void *moved = __libc_realloc(block, size);
  if (!is_counting || (!moved && size)) return moved;
  added(moved);
  live -= old;
  return moved;
}

void *memalign(size_t alignment, size_t size) {
  return added(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  *block = memalign(alignment, size);
  return *block || !size ? 0 : ENOMEM;
}

void free(void *block) {
  removing(block);
  __libc_free(block);
}

int allocations_are_counted(void) { return 1; }

void allocations_begin(void) {
  live = most = 0;
  is_counting = 1;
}

long long allocations_end(void) {
  is_counting = 0;
  return most;
}

long long allocations_kept(void) { return live; }

#else

int allocations_are_counted(void) { return 0; }
void allocations_begin(void) {}
long long allocations_end(void) { return 0; }
long long allocations_kept(void) { return 0; }

#endif
