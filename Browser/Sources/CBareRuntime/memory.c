// SPDX-License-Identifier: MIT
//
// Gives out memory in pieces and takes them back. A call that changes something reserves memory first,
// so that it ends whole or does not begin.
//
// A piece belongs to a class of sizes, four between one power of two and the next, so
// that less than a quarter of it is wasted; what is given back waits in its class's list.
// Small pieces are cut from pages of one class, larger ones are pages of their own. The
// class stands in a table by page, so a piece needs no header, and one whose size is a
// power of two lies at a multiple of it.

#include <stddef.h>
#include <stdint.h>

#define PAGE_BITS 16
#define PAGE_SIZE ((size_t)1 << PAGE_BITS)
#define SMALLEST_BITS 4
#define LARGEST ((size_t)7 << 28)
#define CLASSES (4 * (32 - SMALLEST_BITS))

typedef struct piece {
  struct piece *next;
} piece;

static piece *given_back[CLASSES];
// What is left of the page that a class was last cut from.
static char *fresh[CLASSES];
static char *fresh_end[CLASSES];
static uint8_t class_of_page[(size_t)1 << (32 - PAGE_BITS)];
// Pages that were grown, and not cut yet. The end may be 2^32, which is 0.
static uintptr_t spare, spare_end;
// The bytes of all pages that were cut, and of the pieces that were given back.
static size_t cut, returned;
// Whether a call ran out of memory.
static int is_exhausted;

void free(void *start);

static size_t size_of_class(unsigned class) {
  return (size_t)(4 + class % 4) << (SMALLEST_BITS - 2 + class / 4);
}

// The least class whose pieces hold `size` bytes and lie at a multiple of 16.
static unsigned class_of_size(size_t size) {
  if (size <= 64) return size <= 16 ? 0 : size <= 32 ? 4 : size <= 48 ? 6 : 8;
  unsigned bits = 31 - (unsigned)__builtin_clz((unsigned)(size - 1));
  return 4 * (bits - SMALLEST_BITS) + ((unsigned)(size - 1) >> (bits - 2)) - 4 + 1;
}

static size_t whole_pages(size_t size) { return (size + PAGE_SIZE - 1) & ~(PAGE_SIZE - 1); }

// Replaces the spare pages by others. The former ones are given back one by one.
static void replace_spare(uintptr_t start, size_t size) {
  for (; spare_end - spare >= PAGE_SIZE; spare += PAGE_SIZE) {
    class_of_page[spare >> PAGE_BITS] = (uint8_t)class_of_size(PAGE_SIZE);
    cut += PAGE_SIZE;
    free((void *)spare);
  }
  spare = start;
  spare_end = start + size;
}

// Takes a piece of a class that was given back.
static piece *take_returned(unsigned class) {
  piece *result = given_back[class];
  if (!result) return NULL;
  given_back[class] = result->next;
  returned -= size_of_class(class);
  return result;
}

// Cuts a piece that was given back, where memory cannot grow.
static int reuse_piece(size_t size) {
  for (unsigned class = class_of_size(size); class < CLASSES; class++) {
    piece *found = take_returned(class);
    if (!found) continue;
    size_t whole = whole_pages(size_of_class(class));
    cut -= whole;
    replace_spare((uintptr_t)found, whole);
    return 1;
  }
  return 0;
}

// Makes the spare pages hold `size` bytes, which are whole pages. The host may grow memory, too.
static int make_spare(size_t size) {
  while (spare_end - spare < size) {
    size_t missing = size - (spare_end - spare);
    size_t first = __builtin_wasm_memory_grow(0, missing >> PAGE_BITS);
    if (first == (size_t)-1) return reuse_piece(size);
    uintptr_t start = first << PAGE_BITS;
    if (start == spare_end) spare_end += missing;
    else replace_spare(start, missing);
  }
  return 1;
}

static void *take_fresh(unsigned class) {
  size_t size = size_of_class(class);
  if (fresh[class] && (size_t)(fresh_end[class] - fresh[class]) >= size) {
    void *result = fresh[class];
    fresh[class] += size;
    return result;
  }
  size_t whole = whole_pages(size);
  if (!make_spare(whole)) return NULL;
  char *start = (char *)spare;
  spare += whole;
  cut += whole;
  class_of_page[(size_t)start >> PAGE_BITS] = (uint8_t)class;
  if (size <= PAGE_SIZE / 4) {
    fresh[class] = start + size;
    fresh_end[class] = start + PAGE_SIZE;
  }
  return start;
}

static void *take(size_t size) {
  if (size > LARGEST) return NULL;
  unsigned class = class_of_size(size);
  void *result = take_returned(class);
  if (!result) result = take_fresh(class);
  // The last resort: a larger piece, which returns to its own class.
  while (!result && ++class < CLASSES) result = take_returned(class);
  return result;
}

// Swift does not check the result everywhere. So a failure ends the call.
void *malloc(size_t size) {
  void *result = take(size);
  if (result) return result;
  is_exhausted = 1;
  __builtin_trap();
}

// Room for what the host gives to a call; NULL if there is none.
__attribute__((export_name("malloc")))
void *room(size_t size) { return take(size); }

// Sees to it that a call finds `size` bytes, and an eighth of what is in use besides: tables grow in
// proportion to what they hold. Where memory cannot grow, many pieces that were given back do as well.
// Returns whether the call may begin.
__attribute__((export_name("reserve")))
int reserve(size_t size) {
  size_t growth = (cut - returned) / 8;
  if (size > LARGEST - growth) return 0;
  size = whole_pages(size + growth);
  return make_spare(size) || returned / 4 >= size;
}

// Whether a call ran out of memory since the last question.
__attribute__((export_name("exhausted")))
int exhausted(void) {
  int result = is_exhausted;
  is_exhausted = 0;
  return result;
}

__attribute__((export_name("free")))
void free(void *start) {
  if (!start) return;
  unsigned class = class_of_page[(size_t)start >> PAGE_BITS];
  piece *last = start;
  last->next = given_back[class];
  given_back[class] = last;
  returned += size_of_class(class);
}

// Swift asks for at most a page here; powers of two lie at multiples of themselves.
int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment > 16) {
    size = size < alignment ? alignment : size;
    size = (size_t)1 << (32 - __builtin_clz((unsigned)(size - 1)));
  }
  *result = malloc(size);
  return 0;
}
