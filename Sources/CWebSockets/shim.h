/* libwebsockets: WebSocket and TCP connections, with TLS by OpenSSL, on one thread. */
#if __has_include(<libwebsockets.h>)
#include <libwebsockets.h>
#else
#error "CWebSockets needs a header that is missing: apt-get install libwebsockets-dev"
#endif

/* A timer that knows its owner. */
typedef struct hookswitch_ws_timer {
  lws_sorted_usec_list_t sul;
  void *owner;
} hookswitch_ws_timer;

/* Values of macros that Swift does not import. */
static const uint64_t hookswitch_ws_context_options =
    LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT | LWS_SERVER_OPTION_VALIDATE_UTF8;
static const uint64_t hookswitch_ws_listen_options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | LWS_SERVER_OPTION_VALIDATE_UTF8;
static const uint64_t hookswitch_ws_unix_option = LWS_SERVER_OPTION_UNIX_SOCK;
static const size_t hookswitch_ws_pre = LWS_PRE;
static const int hookswitch_ws_no_port = CONTEXT_PORT_NO_LISTEN;
static const int hookswitch_ws_kill = LWS_TO_KILL_ASYNC;

/* Ends a connection on the loop's next turn, without a closing handshake. */
static inline void hookswitch_ws_abort(struct lws *wsi) {
  lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
}
