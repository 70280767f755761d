// SPDX-License-Identifier: MIT

#ifndef DECENT_ALLOCATOR_H
#define DECENT_ALLOCATOR_H

#include <stdlib.h>

/// How many bytes the allocator has given out and not got back, with its own
/// rounding, or -1 where it does not say.
long long live_bytes(void);

#endif
