// SPDX-License-Identifier: MIT

#ifndef DECENT_METERS_H
#define DECENT_METERS_H

#include <stdlib.h>

/// How many bytes the allocator has given out and not got back, with its own
/// rounding, or -1 where it does not say.
long long live_bytes(void);

/// Begins to count instructions, in a process that callgrind runs. A process counts once: counts
/// after an interruption are wrong.
void count_instructions(void);

/// Ends the count, which callgrind writes to a file.
void end_count(void);

#endif
