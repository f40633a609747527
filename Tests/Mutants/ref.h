/* ref.h - the declarations that the parts of the conformance kit's reference plugin share.
 *
 * The plugin keeps every rule of transport.h and offers every extension, over an invented network: a request arrives at the far end
 * `delay-ms` later. One agenda on one timer of the host drives all time; there is no thread, and instances share nothing. Where a
 * rule can be broken, `if (MUTANT(...))` breaks exactly that one (mutant.h). */
#ifndef REF_H
#define REF_H

#include "mutant.h"
#if MUTANT(m03) || (defined(WRONG_EXAMPLE) && WRONG_EXAMPLE == 3)
#define hookswitch_transport_query not_the_query
#endif
#include <hookswitch/ring.h>
#include <hookswitch/draft-handover.h>
#include <hookswitch/transport.h>
#include <stdatomic.h>

#include "Wrong/hooks.h"

#ifndef REF_ID
#define REF_ID "org.hookswitch.reference"
#define REF_VERSION "1.0.0"
#endif
#define REF_NAME "Reference"
#define TEST_PEER "5550199" /* a far end that acts only on a test's orders */

enum {
  MAX_CALLS = 8,    /* at once; also in the manifest */
  MAX_RECORDS = 64, /* calls remembered, so that a test can ask for the far end's view of an ended one */
  DEAD_PEER_S = 10, /* the time after which a silent far end counts as gone; also in the manifest */
  DIGIT_MS = 160,   /* a digit and the pause after it, for x28 */
  REFRESH_S = 600,  /* the lifetime of a registration */
};
#define SECOND 1000000000ull
#define NEVER UINT64_MAX

typedef struct text { /* a string of our own */
  char *p;
  size_t n;
} text;

typedef struct call {
  uint64_t id; /* 0: never used */
  int is_up;   /* from start or report_incoming to its end */
  int is_begun; /* of an outgoing call: its start was completed */
  int is_outgoing, is_ringing, is_active, is_held, is_held_there, is_muted, is_asked, has_vanished;
  int has_said_active;
  int is_left; /* for some mutants: its far end was not told that it ended */
  unsigned group, cause, sound, hertz; /* sound, hertz: the order that the far end's audio follows */
  text handle, digits, asked, transferred;
  uint64_t digits_due; /* for x28: when its last digit arrives */
} call;

/* A call's audio: two rings of the host, and the loop's orders to the media thread. */
typedef struct port {
  uint64_t call; /* 0: free */
  hsw_ring to_net, from_net;
  uint32_t rate, frame_bytes;
  atomic_uint order, hertz, is_sending, is_hearing, heard_there;
  uint32_t phase, frames, changes; /* used by the media thread alone */
  int sign, is_late;
  struct port *fault_first; /* for x225 */
} port;

/* The part of a port that a handover moves. */
typedef struct sound_position {
  uint64_t call; /* 0: free */
  uint32_t phase, frames, changes, heard_there;
  int32_t sign, reserved;
} sound_position;

typedef struct instance instance;

/* A future event: an action that arrives at the far end, or an act of the far end or the network. */
typedef struct event {
  struct event *next;
  uint64_t due;
  void (*then)(instance *in, struct event *ev);
  hsw_action action; /* id 0: no action waits for it */
  uint64_t call, with;
  uint32_t number;
  text text;
} event;

typedef struct settings {
  char name[64], own_number[32], password[64]; /* `password` is the name of a secret */
  unsigned delay_ms, max_calls;
} settings;

struct instance {
  hsw_instance table; /* the host's view; its ctx is this struct */
  hsw_host host;      /* copies: a shorter table of an older host reads as zero */
  hsw_host_loop loop;
  hsw_host_log log;
  hsw_host_secrets secrets;
  hsw_host_transfer transfer;
  enum { CREATED, FAILED, IDLE, ACTIVE, DRAINING } phase;
  settings settings;
  int listener; /* a socket while activated, else -1 */
  uint32_t line;
  unsigned secrets_awaited;

  event *agenda; /* sorted by `due` */
  hsw_timer timer;
  uint64_t timer_due, latest;
  int is_at_work;

  uint64_t minted, outgoing, incoming; /* outgoing, incoming and last_dialed are the state that outlives the process */
  text last_dialed;
  unsigned last_group, next_record, lost_slots;
  call calls[MAX_RECORDS];
  port ports[MAX_CALLS];
  int has_audio;

  enum { HERE, PREPARED, GIVEN, TOOK } handing;
  int is_still;                    /* between give or take and settle: nothing is reported, sent or read */
  uint32_t listener_index;         /* of the listener in the parcel */
  sound_position moved[MAX_CALLS]; /* of calls that have moved here, until their audio is attached */

  struct faults {
    void *thread, *kept, *shadow; /* for some mutants; see faults.c, Wrong/shim.c */
    const char *borrowed;
    const hsw_host_log *unchecked_log;
    unsigned load_epoch, attached, activations;
    uint64_t latest; /* the call of the latest mute */
    uint64_t held, hold_action; /* the latest hold that was done */
  } faults;
};

/* ref_text.c */
hsw_str str(const char *literal);
int equals(hsw_str s, const char *literal);
int is_text(hsw_str s);
int is_phone_number(hsw_str s);
int is_dtmf(hsw_str s);
int keep_text(text *to, hsw_str s);
int append_text(text *to, hsw_str s);
void drop_text(text *t);
hsw_str lend(const text *t);
void copy_table(void *to, size_t room, const void *from);

/* ref_words.c: reports to the host */
uint64_t now(instance *in);
void say_log(instance *in, uint32_t level, const char *message);
hsw_error make_error(hsw_status code, unsigned cause, const char *message);
hsw_status say_done(instance *in, hsw_action a, const hsw_error *e_or_null);
hsw_status say_failed(instance *in, hsw_action a, hsw_status code, unsigned cause, const char *message);
void say_state(instance *in, const call *it, hsw_call_state state);
void say_ended(instance *in, const call *it, hsw_end_reason reason, hsw_status code, const char *message);
void say_update(instance *in, const call *it);
void say_line(instance *in, uint32_t line, hsw_status code, const char *message);
void say_limits(instance *in);

/* ref_agenda.c: time */
event *agenda_add(instance *in, uint64_t after_ns, void (*then)(instance *, event *));
hsw_status arrives(instance *in, hsw_action a, const call *it, void (*then)(instance *, event *), uint32_t number);
void agenda_cut(instance *in, event **at);
void agenda_clear(instance *in);
void agenda_arm(instance *in);
uint64_t network_delay(const instance *in);

/* ref_book.c: the calls */
call *find(instance *in, uint64_t id);
call *find_up(instance *in, hsw_call c);
unsigned calls_up(const instance *in);
call *new_call(instance *in, uint64_t id);
void leave_group(instance *in, call *it);
void over(instance *in, call *it, hsw_end_reason reason, hsw_status code, unsigned cause, const char *message);
void over_all(instance *in);
void drop_calls(instance *in);
hsw_status refusal(instance *in, const call *it, int must_be_active);
hsw_status read_info(hsw_call_info *to, const hsw_call_info *borrowed);

/* ref_far.c: the acts of far ends */
void far_end_begins(instance *in, call *it);
void far_end_rings(instance *in, call *it);
void far_end_answers(instance *in, call *it);
void far_end_goes(instance *in, call *it, unsigned cause);
void far_end_vanishes(instance *in, call *it);

/* ref_calls.c, ref_deflect.c: arrivals that other files recognize on the agenda */
void start_arrives(instance *in, event *ev);
void answer_arrives(instance *in, event *ev);
void mute_arrives(instance *in, event *ev);
void hold_arrives(instance *in, event *ev);
void end_arrives(instance *in, event *ev);
void deflect_arrives(instance *in, event *ev);

/* ref_audio.c */
void audio_follow(instance *in, const call *it);
unsigned audio_heard_there(instance *in, const call *it);
void drop_ports(instance *in);

/* ref_handover.c */
hsw_status take_up(instance *in, hsw_why *why);

/* ref_line.c */
void listen_again(instance *in, uint32_t events);
hsw_status line_up(instance *in, hsw_why *why);
void line_down(instance *in);
void line_arrives(instance *in, event *ev);

/* ref_config.c, ref_json.c */
typedef struct cursor {
  const char *p, *end;
} cursor;
int json_skip(cursor *at, char expected);
int json_string(cursor *at, char *to, size_t room);
int json_integer(cursor *at, long *to);
int read_settings(settings *to, hsw_str json, char *wrong, size_t room);

/* ref_out.c: the writer of JSON */
typedef struct out {
  const hsw_sink *sink;
  int has_stopped;
} out;
void put(out *o, const void *p, size_t n);
void put_format(out *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
void put_text(out *o, hsw_str s);

/* ref_life.c */
hsw_status fail(hsw_why *why, hsw_status code, const char *sentence);
void finish_drain(instance *in);
void make_instance(instance *in);

/* the tables of the extensions, each in its own file */
extern const hsw_calls calls_table;
extern const hsw_hold hold_table;
extern const hsw_mute mute_table;
extern const hsw_dtmf dtmf_table;
extern const hsw_group group_table;
extern const hsw_transfer transfer_table;
extern const hsw_deflect deflect_table;
extern const hsw_line line_table;
extern const hsw_config config_table;
extern const hsw_state state_table;
extern const hsw_audio audio_table;
extern const hsw_health health_table;
extern const hsw_diag diag_table;
extern const hsw_handover handover_table;
extern const hsw_test_peer peer_table;

/* faults.c: the bodies of faults longer than a line */
void fault_at_load(void);
void fault_at_init(instance *in);
void fault_at_start(instance *in);
void fault_at_end_of_call(instance *in);
void fault_at_destroy(instance *in);
void fault_report_locked(instance *in, hsw_call c, hsw_call_state state);
void fault_lock(void);
void fault_delete_timer_elsewhere(instance *in);
void fault_attack(void);

/* faults_memory.c */
void fault_keep(hsw_str lent);
void fault_keep_struct(const void *lent);
void fault_touch(void);
void fault_touch_later(instance *in);
hsw_str fault_text_on_stack(const char *text);
hsw_str fault_schema_on_stack(const char *text);
hsw_str fault_text_freed(const char *text);
const void *fault_table_on_stack(void);
const void *fault_changing_hold(void);
hsw_str fault_changing_schema(const char *text);
void fault_new_schema(void);
const hsw_descriptor *fault_descriptor_anew(const hsw_descriptor *constant);
const hsw_descriptor *fault_descriptor_following(const hsw_descriptor *constant);
void fault_follow_limit(void);

/* faults_time.c */
void fault_at_tick(instance *in);
void fault_at_frame(port *p, uint32_t n);
void fault_at_ring(const port *p);
uint64_t fault_moment(instance *in);
void fault_call_is_active(void);
void fault_call_rings(void);
void fault_look_at_clocks(instance *in);
int fault_is_too_late(const instance *in, const event *ev, uint64_t at);
event *fault_take_newest(instance *in, uint64_t at);
/* faults_far.c: the bodies of faults that show at the far end */
call *fault_other_call(instance *in, call *it);
void fault_share_hold(instance *in, const call *it, int on);
void fault_spread_end(instance *in, const call *it);
size_t fault_without_repeats(char *digits, size_t n);
int fault_keeps_drain(instance *in);
const call *fault_newest_dialed(instance *in, const call *it);
void fault_undo(instance *in, hsw_action a);
/* faults_process.c, faults_load.c, faults_unload.c, faults_leaks.c, faults_words.c: faults about the process and about what is left */
enum fault_place {
  AT_QUERY, AT_LOAD, AT_UNLOAD, AT_CREATE, AT_REFUSED_CREATE, AT_INIT, AT_ACTIVATE, AT_DEACTIVATE, AT_RESET, AT_DESTROY, AT_START,
  AT_REFUSED_START, AT_CANCELLED_START, AT_ANSWER, AT_HOLD, AT_TIMER, AT_TICK, AT_APPLY, AT_DUMP
};
void fault_at(enum fault_place place, instance *in);
void fault_at_over(instance *in, const call *it);
void fault_at_secret(instance *in, hsw_str value);
void fault_at_caller(instance *in, hsw_call_info *from);
void fault_at_dump(instance *in, const call *it, out *o);

#endif
