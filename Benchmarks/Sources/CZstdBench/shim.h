// SPDX-License-Identifier: MIT

#ifndef DECENT_CZSTD_SHIM_H
#define DECENT_CZSTD_SHIM_H

#include <zstd.h>

#endif
