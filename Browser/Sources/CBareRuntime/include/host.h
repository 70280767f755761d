// SPDX-License-Identifier: MIT

#ifndef DECENT_HOST_H
#define DECENT_HOST_H

#include <stddef.h>
#include <stdint.h>

/// The wall clock, in milliseconds since 1970.
__attribute__((import_module("host"), import_name("milliseconds")))
double host_milliseconds(void);

/// Fills bytes with chance that cannot be guessed.
__attribute__((import_module("host"), import_name("random")))
void host_random(void *bytes, size_t count);

/// 64 bits of it.
uint64_t host_random_bits(void);

#endif
