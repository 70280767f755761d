// SPDX-License-Identifier: MIT

#ifndef DECENT_ALLOCATIONS_H
#define DECENT_ALLOCATIONS_H

#include <stdlib.h>

/// Whether allocations are counted here: with the GNU C library, and without a
/// sanitizer, which has an allocator of its own.
int allocations_are_counted(void);

/// Begins to count what this thread allocates.
void allocations_begin(void);

/// Ends it, and gives the most bytes that this thread had allocated at one time since,
/// with the allocator's own rounding.
long long allocations_end(void);

/// The bytes that this thread has allocated since the count began and has not freed, with the
/// allocator's own rounding.
long long allocations_kept(void);

#endif
