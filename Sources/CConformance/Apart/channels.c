/* channels.c - the calls between the two processes of a test, and the threads that make and serve them. */
#define _GNU_SOURCE
#include "apart.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CConformancePoison.h"

struct common *hookswitch_apart_common;
enum side hookswitch_apart_side;
static pthread_key_t key; /* of the channel that a thread has opened */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Thread_local struct channel *mine;
static _Atomic uint8_t opened[most_channels]; /* once by the judge */

static void sleep_at(_Atomic uint32_t *word, uint32_t value) { syscall(SYS_futex, word, FUTEX_WAIT, value, NULL, NULL, 0); }
static void wake_at(_Atomic uint32_t *word) { syscall(SYS_futex, word, FUTEX_WAKE, 1 << 30, NULL, NULL, 0); }

static void give(struct channel *channel) {
  atomic_store(&channel->turn, (uint32_t)!hookswitch_apart_side);
  if (atomic_load(&channel->sleeps[!hookswitch_apart_side])) wake_at(&channel->turn);
}

static int is_mine(struct channel *channel) { return atomic_load(&channel->turn) == (uint32_t)hookswitch_apart_side; }

/* Leaves the processor to the other side, which costs half as much as to sleep and be woken. */
static void yield(struct channel *channel) {
  for (int round = 0; round < most_yields && !is_mine(channel); round++) syscall(SYS_sched_yield);
}

/* Looks for the turn for about as long as the other side takes for a step, and makes changes of access meanwhile. */
static void look(struct channel *channel) {
  const uint32_t turns = atomic_load(&hookswitch_apart_common->turns);
  if (channel != &hookswitch_apart_common->channels[0]) return;
  if (turns == HOOKSWITCH_APART_TOGETHER) yield(channel);
  if (turns != HOOKSWITCH_APART_EAGERLY) return;
  for (int round = 0; round < most_looks && !is_mine(channel); round++) {
    if (hookswitch_apart_side == in_executor && round % looks_between_changes == 0) hookswitch_apart_change();
    hookswitch_apart_pause();
  }
}

/* Sleeps until the turn is this side's. */
static void wait_for_turn(struct channel *channel) {
  look(channel);
  while (!is_mine(channel)) {
    /* The other side gives the turn first and looks for a sleeper then, so that one of both sees the other's step. */
    atomic_store(&channel->sleeps[hookswitch_apart_side], 1);
    /* A hostile plugin may write any value: the judge sleeps on the one that is there. */
    const uint32_t turn = atomic_load(&channel->turn);
    if (turn != (uint32_t)hookswitch_apart_side) sleep_at(&channel->turn, turn);
    atomic_store(&channel->sleeps[hookswitch_apart_side], 0);
  }
}

/* Waits for the channel's message, and copies it: the other side may still write to it. */
static struct message take(struct channel *channel) {
  struct message message;
  wait_for_turn(channel);
  memcpy(&message, &channel->message, sizeof message);
  if (hookswitch_apart_side == in_executor) hookswitch_apart_change();
  return message;
}

static void send(struct channel *channel, enum kind kind, uint64_t target, const uint64_t *words, const uint64_t *result) {
  channel->message.kind = kind;
  channel->message.target = target;
  if (words != NULL) memcpy(channel->message.words, words, sizeof channel->message.words);
  if (result != NULL) memcpy(channel->message.result, result, sizeof channel->message.result);
  give(channel);
}

static void answer(struct channel *channel, const struct message *message) {
  uint64_t result[2] = {0, 0};
  const void *function = (const void *)(uintptr_t)message->target;
  if (hookswitch_apart_side == in_judge) function = hookswitch_apart_lent(message->target);
  if (function == NULL) hookswitch_apart_break("the plugin's process called a function that it was not lent");
  hookswitch_apart_invoke(function, message->words, result);
  /* Inside, the judge's own reading of an answer overwrites the stack. */
  if (hookswitch_apart_side == in_executor) hookswitch_scrub_if_wanted();
  send(channel, return_kind, 0, NULL, result);
}

void hookswitch_apart_serve(struct channel *channel) {
  mine = channel;
  for (;;) {
    struct message message = take(channel);
    if (message.kind == end_kind) break;
    if (message.kind != call_kind) hookswitch_apart_break("the plugin's process answered a call that nobody had made");
    answer(channel, &message);
  }
  mine = NULL;
}

static void end_channel(void *opened) {
  mine = NULL;
  send(opened, end_kind, 0, NULL, NULL);
}

static void make_key(void) { pthread_key_create(&key, end_channel); }

static struct channel *open_channel(void) {
  pthread_once(&once, make_key);
  const uint32_t opened_here = hookswitch_apart_side == in_judge ? channel_of_judge : channel_of_executor;
  for (size_t index = 1; index < most_channels; index++) {
    struct channel *channel = &hookswitch_apart_common->channels[index];
    uint32_t expected = channel_free;
    if (!atomic_compare_exchange_strong(&channel->state, &expected, channel_opening)) continue;
    /* The turn of its last use is the other side's, which must not see the channel before. */
    atomic_store(&channel->turn, (uint32_t)hookswitch_apart_side);
    atomic_store(&channel->state, opened_here);
    pthread_setspecific(key, channel);
    opened[index] = 1;
    _Atomic uint32_t *knocks = &hookswitch_apart_common->knocks[!hookswitch_apart_side];
    atomic_fetch_add(knocks, 1);
    wake_at(knocks);
    return channel;
  }
  hookswitch_apart_break("more than 250 threads of the plugin called the host at once");
}

void hookswitch_apart_converse(uint64_t target, const uint64_t *words, uint64_t *result) {
  if (mine == NULL) mine = open_channel();
  struct channel *channel = mine;
  send(channel, call_kind, target, words, NULL);
  for (;;) {
    struct message message = take(channel);
    if (message.kind == return_kind) {
      memcpy(result, message.result, sizeof message.result);
      return;
    }
    if (message.kind != call_kind) hookswitch_apart_break("the plugin's process sent no call and no answer");
    answer(channel, &message);
  }
}

void hookswitch_apart_take_first(void) { mine = &hookswitch_apart_common->channels[0]; }

void hookswitch_apart_send_off(uint64_t target, uint64_t word) {
  const uint64_t words[HOOKSWITCH_APART_WORDS] = {word};
  if (mine != NULL) send(mine, call_kind, target, words, NULL);
}

static void *serve_thread(void *given) {
  if (hookswitch_apart_side == in_executor) prctl(PR_SET_NAME, HOOKSWITCH_APART_THREAD);
  struct channel *channel = given;
  hookswitch_apart_serve(channel);
  atomic_store(&channel->state, channel_free);
  return NULL;
}

/* Starts a thread that takes no signals from outside. Returns 0, or an error. */
static int start(void *(*function)(void *), void *argument) {
  pthread_attr_t attributes;
  pthread_t thread;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  int error = pthread_create(&thread, &attributes, function, argument);
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return error;
}

static void *receive(void *unused) {
  (void)unused;
  if (hookswitch_apart_side == in_executor) prctl(PR_SET_NAME, HOOKSWITCH_APART_THREAD);
  _Atomic uint32_t *knocks = &hookswitch_apart_common->knocks[hookswitch_apart_side];
  const uint32_t theirs = hookswitch_apart_side == in_judge ? channel_of_executor : channel_of_judge;
  for (uint32_t seen = atomic_load(knocks);; seen = atomic_load(knocks)) {
    for (size_t index = 1; index < most_channels; index++) {
      struct channel *channel = &hookswitch_apart_common->channels[index];
      uint32_t expected = theirs;
      if (!atomic_compare_exchange_strong(&channel->state, &expected, channel_served)) continue;
      if (start(serve_thread, channel) != 0) hookswitch_apart_break("no thread is left for a call of the plugin's");
    }
    sleep_at(knocks, seen);
  }
  return NULL;
}

/* Counts the helper that receives, and those of the channels that the judge has opened. A thread that has ended a moment ago counts too. */
uint32_t hookswitch_apart_threads(void) {
  uint32_t count = hookswitch_apart_executor != 0;
  for (size_t index = 1; hookswitch_apart_executor != 0 && index < most_channels; index++)
    count += opened[index];
  return count;
}

int hookswitch_apart_receive(void) {
  /* Before the plugin: a key that came later would count as its own. */
  pthread_once(&once, make_key);
  return start(receive, NULL) == 0 ? 0 : -1;
}

uint64_t hookswitch_apart_call(uintptr_t function, const uint64_t *words, size_t count) {
  uint64_t all[HOOKSWITCH_APART_WORDS] = {0}, result[2] = {0, 0};
  memcpy(all, words, (count < HOOKSWITCH_APART_WORDS ? count : HOOKSWITCH_APART_WORDS) * sizeof *all);
  hookswitch_apart_converse(function, all, result);
  return result[0];
}
