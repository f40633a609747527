/* draft-handover.h - a draft extension of the Hookswitch transport ABI: a running instance hands its calls over to a new version.
 *
 * A host that upgrades a transport runs the old version and the new one in two processes side by side, makes an instance of the new
 * version with the same configuration, and lets the old instance hand over to it. The host's books do not change: no call ends, and no
 * program above the host notices. A transport offers org.hookswitch.handover/1 where it can do so.
 *
 * A draft may still change: it has its own header and its final id, and it moves to transport.h once two transports and the conformance
 * kit have proven it. The rules of transport.h (tags, ownership, structs, results) hold here too.
 *
 * ORDER OF A HANDOVER by the way HSW_HANDOVER_CALLS. "old" and "new" are the two instances.
 *
 *   old: prepare            Optional. Descriptors, and perhaps bytes; everything goes on.
 *   new: create, init       With the configuration of the old one.
 *   old: give               From its return with HSW_OK until settle the old instance stands still (see give).
 *   new: take               The new instance has the old one's calls and pending actions, under the same handles, and says nothing.
 *   new: activate           Disturbs no call, and still says nothing.
 *   new: audio.attach       For each call that had audio, with the same rings. The positions in the rings go on.
 *   both: settle(TAKEN)     The new instance begins: timers, network and reports. The old one is destroyed, without deactivate.
 *
 * By the way HSW_HANDOVER_SOCKETS the calls stay with the old instance, and the new one begins without calls:
 *
 *   old: prepare, give      Sockets, and what the new instance must know of the old calls. From give on the old one reads nothing.
 *   new: take, activate     Of all instances of the process, before any of them is settled.
 *   both: settle(TAKEN)     The new instance reads the sockets; the old one goes on with its calls, and hears of them over `link`.
 *                           New calls go to the new instance once its line is READY, until then to the old one.
 *   old: deactivate(0)      After its last call, or at the host's limit. destroy follows, and the new one gets settle(ALONE).
 *
 * If the old process dies, the new instance gets settle(ALONE). If the new one dies, the old instance gets settle(REFUSED), reads its
 * sockets again, and gets all calls again.
 *
 * If any step fails, or a process dies or does not answer in time, the host destroys the new instance and calls settle(REFUSED) on the
 * old one, which goes on exactly as before.
 *
 * WHAT MOVES  Each call with its hsw_call and its state (direction, state, held at either side, muted, group, the parties); each pending
 *             action with its hsw_action, which the new instance completes exactly once; timers, with the time at which they are due;
 *             DTMF that is still being sent; the positions of tones and of other sound; the counters from which handles are minted: an
 *             hsw_call that the old instance minted is never minted again.
 * TIME        Both instances read the same clock (host-loop, now_ns), so a moment in the parcel keeps its meaning.
 * SECRETS     A parcel may hold keys. The host keeps it in memory and never writes it to a disk, a log or a journal. Do the same.
 * TRUST       The old version may be older, newer, or another transport. Begin the bytes with your transport's id and the version of
 *             their format, check each count and length before use, and refuse whatever cannot be read as a whole.
 */
#ifndef HSW_DRAFT_HANDOVER_H
#define HSW_DRAFT_HANDOVER_H

#include "hookswitch/transport.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

/** Handover from a running instance to one of another version. */
#define HSW_EXT_HANDOVER "org.hookswitch.handover/1"

/* Ways of handing over: bits of hsw_handover.ways. The host asks for one of them. */
#define HSW_HANDOVER_CALLS 1u    /**< Calls move, with their handles, pending actions and sound; the old instance ends. */
#define HSW_HANDOVER_SOCKETS 2u  /**< Sockets move; calls that are up stay with the old instance until they end. */

/* Outcomes: values of settle. */
#define HSW_HANDOVER_TAKEN 1u    /**< The new instance has taken over. */
#define HSW_HANDOVER_REFUSED 2u  /**< It has not; the old instance goes on as before. */
#define HSW_HANDOVER_ALONE 3u    /**< The other instance is gone. Only for the way HSW_HANDOVER_SOCKETS. */

/** The most bytes that one parcel holds, those of prepare and of give together. */
#define HSW_PARCEL_MAX 15728640u

/** The bytes and descriptors that cross from the old instance to the new one. Borrowed, except `link`; all functions are [loop]. The
 *  old instance has write and put_fd; the new one has read and take_fd. The other two are NULL. */
typedef struct hsw_parcel {
  uint32_t size, flags;
  void *HSW_NULLABLE ctx;  /* the first argument of each function here */
  int32_t link;            /* a datagram socket to the other instance, for the plugin's own protocol; -1: none. The host's: it stays open
                              until the instance is destroyed, and the plugin never closes it. dup it to keep it longer. */
  int32_t reserved;

  /** Appends up to n bytes and returns how many it took (perhaps fewer). < 0: stop; HSW_E_RANGE beyond HSW_PARCEL_MAX. [loop] */
  int64_t (*HSW_NULLABLE write)(void *HSW_NULLABLE ctx, const void *p, size_t n);

  /** Adds a descriptor and returns its index, which counts from 0 on over prepare and give; or an error below zero. The host duplicates
   *  `fd`: the plugin keeps its own. [loop] */
  int32_t (*HSW_NULLABLE put_fd)(void *HSW_NULLABLE ctx, int fd);

  /** Puts up to n bytes and returns how many (perhaps fewer): first those of prepare, then those of give; 0: the end; < 0: stop. [loop] */
  int64_t (*HSW_NULLABLE read)(void *HSW_NULLABLE ctx, void *p, size_t n);

  /** Returns the descriptor at `index`, close-on-exec and the caller's own from then on; or an error below zero: HSW_E_RANGE past the
   *  last one, HSW_E_STALE for one that was taken before. The host closes those that were not taken. [loop] */
  int32_t (*HSW_NULLABLE take_fd)(void *HSW_NULLABLE ctx, uint32_t index);
  HSW_FUTURE_
} hsw_parcel;

/** Handover. `way` is one bit of `ways`; every function returns HSW_E_RANGE for another one, and HSW_E_STATE out of the order above. */
typedef struct hsw_handover {
  uint32_t size, flags;
  uint32_t ways, reserved;  /* HSW_HANDOVER_..., a set */

  /** Old: puts descriptors into the parcel, and perhaps bytes, so that less is left for give. Everything goes on as before. Either give
   *  or settle(REFUSED) follows, perhaps after a while. An error refuses the handover. Optional. [loop] */
  hsw_status (*HSW_NULLABLE prepare)(void *HSW_NULLABLE ctx, uint32_t way, const hsw_parcel *out);

  /** Old: writes its state and stands still. HSW_OK: from the return until settle the instance reports nothing and completes nothing,
   *  sends and reads nothing on its network, and accesses no ring of audio; what its timers and threads want to do waits. The host calls
   *  nothing meanwhile, no tick either, except destroy. After an error everything goes on as before, and the host drops what this give
   *  wrote. HSW_E_BUSY: not now; the host tries again for 5 s. Any other error refuses, and settle(REFUSED) follows. [loop] */
  hsw_status (*HSW_NULLABLE give)(void *HSW_NULLABLE ctx, uint32_t way, const hsw_parcel *out);

  /** New: reads the parcel and takes over the calls and pending actions in it, under the same handles. Comes between init and activate.
   *  Until settle(TAKEN) the instance reports nothing, completes nothing, and neither sends nor reads on its network. HSW_E_INVAL for
   *  what it cannot read (cut short, of another transport), HSW_E_RANGE for a value out of its range, HSW_E_NOTSUP for a later version;
   *  `why` says what is wrong. After an error it has kept nothing, neither calls nor descriptors; destroy follows. [loop] */
  hsw_status (*HSW_NULLABLE take)(void *HSW_NULLABLE ctx, uint32_t way, const hsw_parcel *in, hsw_why *why);

  /** Tells the outcome (HSW_HANDOVER_...). TAKEN, new: it begins to work. TAKEN, old, HSW_HANDOVER_CALLS: its calls are no longer its own;
   *  destroy follows without deactivate, and the instance ends without a word to the host or to its network. TAKEN, old,
   *  HSW_HANDOVER_SOCKETS: it goes on with its calls. REFUSED, old: it goes on exactly as before, and timers whose time has passed fire
   *  now; also long after TAKEN, for sockets. ALONE, new: nobody answers on `link`. The instance ignores an unknown outcome. [loop] */
  void (*HSW_NULLABLE settle)(void *HSW_NULLABLE ctx, uint32_t outcome);
  HSW_FUTURE_
} hsw_handover;

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#ifdef __cplusplus
}
#endif
#endif /* HSW_DRAFT_HANDOVER_H */
