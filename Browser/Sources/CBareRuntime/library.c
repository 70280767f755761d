// SPDX-License-Identifier: MIT
//
// The few functions of the C library that Swift calls.

#include "host.h"

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  return __builtin_memcpy(to, from, count);
}

void *memmove(void *to, const void *from, size_t count) {
  return __builtin_memmove(to, from, count);
}

void *memset(void *start, int byte, size_t count) {
  return __builtin_memset(start, byte, count);
}

int memcmp(const void *left, const void *right, size_t count) {
  const unsigned char *a = left, *b = right;
  for (size_t i = 0; i < count; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

size_t strlen(const char *text) {
  size_t count = 0;
  while (text[count]) count++;
  return count;
}

// Nothing is printed: what stops the program is seen as a trap.
int putchar(int letter) { return letter; }

void arc4random_buf(void *bytes, size_t count) { host_random(bytes, count); }

uint64_t host_random_bits(void) {
  uint64_t bits;
  host_random(&bits, sizeof bits);
  return bits;
}

// Numbers of 128 bits, shifted by other than constants. These must not use such a shift.
typedef union {
  __int128 whole;
  struct {
    uint64_t low, high;
  };
} halves;

__int128 __ashlti3(__int128 number, int count) {
  halves from = {.whole = number}, to;
  if (count == 0) return number;
  to.low = count < 64 ? from.low << count : 0;
  to.high = count < 64 ? from.high << count | from.low >> (64 - count) : from.low << (count - 64);
  return to.whole;
}

__int128 __lshrti3(__int128 number, int count) {
  halves from = {.whole = number}, to;
  if (count == 0) return number;
  to.high = count < 64 ? from.high >> count : 0;
  to.low = count < 64 ? from.low >> count | from.high << (64 - count) : from.high >> (count - 64);
  return to.whole;
}
