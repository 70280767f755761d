// SPDX-License-Identifier: MIT

#ifndef CCHECKSUM_H
#define CCHECKSUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether this processor has an instruction for CRC-32C.
bool crc32c_has_instruction(void);

/// The remainder after more bytes. Call it only if there is the instruction.
uint32_t crc32c_extend(uint32_t remainder, const uint8_t *bytes, size_t count);

#endif
