/* csiphandover.h - hands the sockets of a running stack over to a stack of another process, while calls are up.
 *
 * The old stack keeps its calls. Its sockets cross to the new one, which takes every new call. Only one of the two reads datagrams: the new
 * one, which passes those of the old one's calls on over a socket between the two, the link.
 *
 *   old: csip_lend      Copies of its listening sockets. Everything goes on.
 *   old: csip_give      It stops reading, finishes what it has read, and stands still. The new one learns the calls of the old one.
 *   new: csip_start     With these sockets and calls. It reads nothing yet.
 *   new: csip_settle    TAKEN: it reads from now on.
 *   old: csip_settle    TAKEN: it goes on with its calls. REFUSED: it goes on as before, also after TAKEN, when the new one is gone.
 *
 * Connections stay with the stack that accepted them. The old one closes those that carry no call. */
#ifndef CSIPHANDOVER_H
#define CSIPHANDOVER_H

#include "csipstack.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/** The most sockets that cross, and the most bytes of a list of calls. */
#define CSIP_LEND_MAX 8
#define CSIP_CALLS_MAX (16u << 18)

/** The bytes of a call in the list: the beginning of a digest of its Call-ID. */
#define CSIP_CALL_BYTES 16u

/** Outcomes of a handover, as in hsw_handover. */
#define CSIP_TAKEN 1u
#define CSIP_REFUSED_HANDOVER 2u
#define CSIP_ALONE 3u

/** Copies the stack's listening sockets into `fds`, which has room for CSIP_LEND_MAX: first that of datagrams. The caller closes them.
 *  Returns their number, or -1 when the stack does not answer in time. */
int32_t csip_lend(csip_stack *stack, int32_t *fds);

/** A list of calls, CSIP_CALL_BYTES each, in no particular order. */
typedef struct csip_calls {
  uint8_t *CSIP_NULLABLE bytes;
  size_t count;  /* of bytes */
} csip_calls;

/** Stops the stack until csip_settle. Puts its calls and those of the last 32 seconds into `out`, which the caller frees; `link` is a datagram
 *  socket to the other stack, and stays the caller's. Returns 0, or -1 when the stack cannot stop now: it then goes on as before. */
int32_t csip_give(csip_stack *stack, int32_t link, csip_calls *out);
void csip_calls_free(csip_calls *calls);

/** Tells the outcome to the old or the new stack. A stack that takes part in no handover ignores it. */
void csip_settle(csip_stack *stack, uint32_t outcome);

/** Reads the port that a socket of csip_lend is bound to, and its kind: 1 for datagrams, 2 for connections. Returns -1 for any other
 *  descriptor. */
int32_t csip_lent_port(int32_t fd, uint32_t *kind);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
#ifdef __cplusplus
}
#endif
#endif /* CSIPHANDOVER_H */
