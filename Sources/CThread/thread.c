// SPDX-License-Identifier: MIT

#include "CThread.h"

_Thread_local const void *thread_environment;
