// SPDX-License-Identifier: MIT

#ifndef DECENT_CMICROHTTPD_SHIM_H
#define DECENT_CMICROHTTPD_SHIM_H

#include <microhttpd.h>

// Swift calls no function with a variable number of arguments.

// Serves a socket that listens already, with a thread for each connection. The socket belongs to
// the daemon from now on.
static inline struct MHD_Daemon *decent_http_start(
    int socket, unsigned int connections, unsigned int idle_seconds, size_t memory,
    MHD_AccessHandlerCallback access,
    void *(*begin)(void *, const char *, struct MHD_Connection *),
    MHD_RequestCompletedCallback end, void *context) {
  return MHD_start_daemon(
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
static inline void decent_http_forget_time(struct MHD_Connection *connection) {
  MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, 0u);
}

#endif
