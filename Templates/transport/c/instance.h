/* The declarations that the files of this transport share: settings, an instance and its calls. */
#ifndef INSTANCE_H
#define INSTANCE_H

#include <hookswitch/transport.h>

#define ID "@ID@"
#define VERSION "0.1.0"
#define MAX_CALLS 8                /* at once; also in the manifest */
#define RECORDS 32                 /* calls remembered, so that a test can ask for the far end's view of an ended one */
#define SECOND 1000000000ull
#define DEAD_PEER (10 * SECOND)    /* the time after which a silent far end counts as gone; also in the manifest */
#define TEST_NUMBER "5550199"      /* acts only on a test's orders */
#define CALL_BACK_NUMBER "5550110" /* is busy, and calls back; any other number answers after a second */

typedef struct call {
  uint64_t id;     /* 0: this record is free */
  hsw_timer timer; /* until the far end answers, or counts as gone */
  unsigned cause;
  int is_up, is_outgoing, is_ringing, is_active, is_held, is_held_there, is_muted, is_silent;
  char digits[64];
} call;

typedef struct instance {
  hsw_instance table; /* the host's view; its ctx is this struct */
  hsw_host host;      /* copies: fields that an older host lacks read as zero */
  hsw_host_loop loop;
  enum { CREATED, FAILED, IDLE, ACTIVE, DRAINING } phase;
  hsw_timer drain, call_back;
  uint64_t minted;
  unsigned next;
  call calls[RECORDS];
} instance;

/* text.c: strings and structs that cross the ABI. */
void copy_table(void *to, size_t room, const void *from);
hsw_status read_info(hsw_call_info *to, const hsw_call_info *from);
hsw_str str(const char *text);
int equals(hsw_str s, const char *text);
int is_made_of(hsw_str s, const char *characters);

/* network.c: the far ends. */
extern const hsw_test_peer peer_table;
void far_end_rings(instance *in, call *it);
void far_end_answers(instance *in, call *it);
hsw_status far_end_calls(instance *in, const hsw_call_info *from);
void call_back_soon(instance *in);
void answer_soon(instance *in, call *it);

/* calls.c: the host's requests, and the reports to it. */
extern const hsw_calls calls_table;
extern const hsw_hold hold_table;
extern const hsw_mute mute_table;
extern const hsw_dtmf dtmf_table;
call *find(instance *in, hsw_call c);
call *asked(instance *in, hsw_call c, uint32_t on, int must_be_active, hsw_status *why);
call *new_call(instance *in, uint64_t id);
unsigned calls_up(const instance *in);
void report(instance *in, call *it, hsw_call_state state);
void over(instance *in, call *it, hsw_end_reason reason, hsw_status code, unsigned cause, const char *message);
uint64_t now(instance *in);
void stop_timer(instance *in, hsw_timer *timer);
hsw_status start_timer(instance *in, hsw_timer *timer, uint64_t after, void (*then)(void *, hsw_timer));

/* plugin.c: the instance's life. */
void finish_drain(instance *in);

#endif
