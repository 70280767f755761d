// SPDX-License-Identifier: MIT
//
// Gives out memory in pieces and takes them back.
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
#define CLASSES (4 * (32 - SMALLEST_BITS))

typedef struct piece {
  struct piece *next;
} piece;

static piece *given_back[CLASSES];
// What is left of the page that a class was last cut from.
static char *fresh[CLASSES];
static char *fresh_end[CLASSES];
static uint8_t class_of_page[(size_t)1 << (32 - PAGE_BITS)];

static size_t size_of_class(unsigned class) {
  return (size_t)(4 + class % 4) << (SMALLEST_BITS - 2 + class / 4);
}

// The least class whose pieces hold `size` bytes and lie at a multiple of 16.
static unsigned class_of_size(size_t size) {
  if (size <= 64) return size <= 16 ? 0 : size <= 32 ? 4 : size <= 48 ? 6 : 8;
  unsigned bits = 31 - (unsigned)__builtin_clz((unsigned)(size - 1));
  return 4 * (bits - SMALLEST_BITS) + ((unsigned)(size - 1) >> (bits - 2)) - 4 + 1;
}

static void *take_fresh(unsigned class) {
  size_t size = size_of_class(class);
  if (fresh[class] && (size_t)(fresh_end[class] - fresh[class]) >= size) {
    void *result = fresh[class];
    fresh[class] += size;
    return result;
  }
  size_t pages = (size + PAGE_SIZE - 1) >> PAGE_BITS;
  size_t first = __builtin_wasm_memory_grow(0, pages);
  if (first == (size_t)-1) return NULL;
  class_of_page[first] = (uint8_t)class;
  char *start = (char *)(first << PAGE_BITS);
  if (size <= PAGE_SIZE / 4) {
    fresh[class] = start + size;
    fresh_end[class] = start + PAGE_SIZE;
  }
  return start;
}

__attribute__((export_name("malloc")))
void *malloc(size_t size) {
  if (size > (size_t)7 << 28) return NULL;
  unsigned class = class_of_size(size);
  piece *result = given_back[class];
  if (!result) return take_fresh(class);
  given_back[class] = result->next;
  return result;
}

__attribute__((export_name("free")))
void free(void *start) {
  if (!start) return;
  unsigned class = class_of_page[(size_t)start >> PAGE_BITS];
  piece *returned = start;
  returned->next = given_back[class];
  given_back[class] = returned;
}

// Swift asks for at most a page here; powers of two lie at multiples of themselves.
int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment > 16) {
    size = size < alignment ? alignment : size;
    size = (size_t)1 << (32 - __builtin_clz((unsigned)(size - 1)));
  }
  *result = malloc(size);
  return *result ? 0 : 12;
}
