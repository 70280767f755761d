// SPDX-License-Identifier: MIT

#ifndef CTHREAD_H
#define CTHREAD_H

extern _Thread_local const void *thread_environment;

/// The address of the environment in which this thread runs a function; null if in none.
static inline const void *thread_get_environment(void) { return thread_environment; }

static inline void thread_set_environment(const void *environment) {
  thread_environment = environment;
}

#endif
