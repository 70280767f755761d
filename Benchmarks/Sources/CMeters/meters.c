// SPDX-License-Identifier: MIT

#include "meters.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

void count_instructions(void) { CALLGRIND_START_INSTRUMENTATION; }

void end_count(void) {
  CALLGRIND_DUMP_STATS;
  CALLGRIND_STOP_INSTRUMENTATION;
}
#else
void count_instructions(void) {}
void end_count(void) {}
#endif

#if defined(__APPLE__)
#include <malloc/malloc.h>

long long live_bytes(void) {
  malloc_statistics_t statistics;
  malloc_zone_statistics(0, &statistics);
  return (long long)statistics.size_in_use;
}
#elif defined(__GLIBC__)
#include <malloc.h>

long long live_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return (long long)info.uordblks + (long long)info.hblkhd;
}
#else
long long live_bytes(void) { return -1; }
#endif
