/* A session. Its lock guards all of it: its tick and every function that changes it hold the lock. */
#ifndef CRTP_SESSION_H
#define CRTP_SESSION_H

#include "Packets/addresses.h"
#include "Packets/source.h"
#include "Security/handshake.h"
#include "Security/ice.h"
#include "Security/protection.h"
#include "Sound/sound.h"
#include "crtpmedia.h"

#include <pthread.h>

/* The history of a master key in one direction, for a later use of the same key. */
typedef struct {
  unsigned char key[30];
  uint8_t is_known;
  protection_history history;
} spent_key;

struct crtp_session {
  crtp_session *next;
  crtp_engine *engine;
  uint64_t number;
  pthread_mutex_t lock;
  int rtp, rtcp;
  uint16_t port;
  uint8_t phase, is_closed, is_configured, is_muted, is_attached, has_reported;
  uint8_t has_sent_digits;   /* the listener does not know it yet */
  uint8_t is_latched, is_guessed; /* the source of their RTP is known; known only by its packets, not by the description */
  uint8_t is_control_latched;     /* the same for their RTCP */
  uint8_t has_heard;              /* a packet, or a check of ICE, came from there: the address wants our packets */
  uint8_t is_stopped;             /* it sends and receives nothing more, and waits for crtp_close */
  crtp_settings s;
  address own, remote, remote_control, signalled, signaller;
  uint32_t strangers_in_row, stranger_ssrc;
  hsw_ring to_net, from_net;
  uint32_t ssrc;             /* ours */
  source them;
  sound *sound;              /* NULL: no direction has been open yet */
  protection *keys;          /* NULL: no keys, or none yet */
  spent_key spent_out, spent_in;
  handshake handshake;
  ice ice;
  uint64_t next_report_ns;
  uint64_t expected_ns, heard_ns; /* since when packets are expected; the arrival of the last one */
  uint8_t is_missing, is_quiet;   /* none came for too long, and the listener knows; the last one was comfort noise */
  crtp_statistics seen;
};

#endif
