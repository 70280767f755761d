// SPDX-License-Identifier: MIT

#ifndef DECENT_CMICROHTTPD_SHIM_H
#define DECENT_CMICROHTTPD_SHIM_H

#include <dlfcn.h>
#include <microhttpd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// The library is loaded when it is needed: it needs many others, and loading these at the start of
// the program would take each command longer. So nothing here refers to a symbol of it.

// The functions of a loaded library.
struct decent_http {
  __typeof__(&MHD_start_daemon) start_daemon;
  __typeof__(&MHD_set_connection_option) set_connection_option;
  __typeof__(&MHD_stop_daemon) stop_daemon;
  __typeof__(&MHD_get_connection_values) get_connection_values;
  __typeof__(&MHD_create_response_from_buffer) create_response_from_buffer;
  __typeof__(&MHD_create_response_from_callback) create_response_from_callback;
  __typeof__(&MHD_add_response_header) add_response_header;
  __typeof__(&MHD_queue_response) queue_response;
  __typeof__(&MHD_destroy_response) destroy_response;
};

// Finds the functions in a library that dlopen returned. Returns 0 if one is missing.
static inline int decent_http_load(struct decent_http *http, void *library) {
#define DECENT_HTTP_FIND(name) \
  ((http->name = (__typeof__(http->name))dlsym(library, "MHD_" #name)) != 0)
  return DECENT_HTTP_FIND(start_daemon) && DECENT_HTTP_FIND(set_connection_option) &&
         DECENT_HTTP_FIND(stop_daemon) && DECENT_HTTP_FIND(get_connection_values) &&
         DECENT_HTTP_FIND(create_response_from_buffer) &&
         DECENT_HTTP_FIND(create_response_from_callback) &&
         DECENT_HTTP_FIND(add_response_header) && DECENT_HTTP_FIND(queue_response) &&
         DECENT_HTTP_FIND(destroy_response);
#undef DECENT_HTTP_FIND
}

// Swift calls no function with a variable number of arguments.

// Serves a socket that listens already, with a thread for each connection. The socket belongs to
// the daemon from now on.
static inline struct MHD_Daemon *decent_http_start(
    const struct decent_http *http, int socket, unsigned int connections,
    unsigned int idle_seconds, size_t memory, MHD_AccessHandlerCallback access,
    void *(*begin)(void *, const char *, struct MHD_Connection *),
    MHD_RequestCompletedCallback end, void *context) {
  return http->start_daemon(
      MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_AUTO | MHD_USE_ITC,
      0, NULL, NULL, access, context,
      MHD_OPTION_LISTEN_SOCKET, (MHD_socket)socket,
      MHD_OPTION_CONNECTION_LIMIT, connections,
      MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
      MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_URI_LOG_CALLBACK, begin, context,
      MHD_OPTION_NOTIFY_COMPLETED, end, context,
      MHD_OPTION_END);
}

// Lets a connection be idle for as long as its answer is written.
static inline void decent_http_forget_time(
    const struct decent_http *http, struct MHD_Connection *connection) {
  http->set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, 0u);
}

// Gives the pages of freed blocks back to the system. The heap of each thread would keep them.
static inline void decent_http_give_memory_back(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

#endif
