// SPDX-License-Identifier: MIT

#include "CChecksum.h"

#if defined(__x86_64__)
#include <cpuid.h>
#define USES_INSTRUCTION __attribute__((target("sse4.2")))
#define STEP8(remainder, value) (uint32_t)__builtin_ia32_crc32di(remainder, value)
#define STEP1(remainder, value) __builtin_ia32_crc32qi(remainder, value)
#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)
#define USES_INSTRUCTION
#define STEP8(remainder, value) __builtin_arm_crc32cd(remainder, value)
#define STEP1(remainder, value) __builtin_arm_crc32cb(remainder, value)
#endif

bool crc32c_has_instruction(void) {
#if defined(__x86_64__)
  unsigned a, b, c, d;
  return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_SSE4_2);
#elif defined(USES_INSTRUCTION)
  return true;
#else
  return false;
#endif
}

#ifdef USES_INSTRUCTION
USES_INSTRUCTION
uint32_t crc32c_extend(uint32_t remainder, const uint8_t *bytes, size_t count) {
  for (; count >= 8; bytes += 8, count -= 8) {
    uint64_t value;
    __builtin_memcpy(&value, bytes, 8);
    remainder = STEP8(remainder, value);
  }
  for (; count > 0; bytes += 1, count -= 1) remainder = STEP1(remainder, *bytes);
  return remainder;
}
#else
uint32_t crc32c_extend(uint32_t remainder, const uint8_t *bytes, size_t count) {
  (void)bytes, (void)count;
  return remainder;
}
#endif
