/* stubs.c - functions that stand for functions of the other process, whatever their arguments. */
#define _GNU_SOURCE
#include "apart.h"

#include <pthread.h>

#include "CConformanceWatch.h"

/* A function that one process offers to the other. */
struct offer {
  const void *function;
  int is_lent; /* by the judge to the executor */
};

static struct offer offers[most_stubs];
static _Atomic uint32_t offer_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#if defined(__x86_64__)
/* Each stub calls the common part, which knows the stub by its own return address, and finds the arguments as the caller passed them:
 * six in registers, the others behind the caller's return address. A result has one word, or two. */
__asm__(".pushsection .text\n"
        ".balign 16\n.hidden hookswitch_apart_stubs\n.globl hookswitch_apart_stubs\nhookswitch_apart_stubs:\n"
        ".rept 4096\n  call hookswitch_apart_enter_common\n  .balign 16\n.endr\n"
        ".type hookswitch_apart_enter_common,@function\nhookswitch_apart_enter_common:\n"
        "  push %rbp\n  mov %rsp, %rbp\n  sub $72, %rsp\n"
        "  mov %rdi, -48(%rbp)\n  mov %rsi, -40(%rbp)\n  mov %rdx, -32(%rbp)\n  mov %rcx, -24(%rbp)\n  mov %r8, -16(%rbp)\n"
        "  mov %r9, -8(%rbp)\n"
        "  mov 8(%rbp), %rdi\n  lea -48(%rbp), %rsi\n  lea 24(%rbp), %rdx\n  lea -64(%rbp), %rcx\n"
        "  call hookswitch_apart_enter\n"
        "  mov -64(%rbp), %rax\n  mov -56(%rbp), %rdx\n  leave\n  add $8, %rsp\n  ret\n"
        ".hidden hookswitch_apart_invoke\n.globl hookswitch_apart_invoke\n.type hookswitch_apart_invoke,@function\n"
        "hookswitch_apart_invoke:\n"
        "  push %rbp\n  mov %rsp, %rbp\n  push %rbx\n  push %r12\n  mov %rdx, %rbx\n  mov %rdi, %r11\n  mov %rsi, %r10\n"
        "  pushq 104(%r10)\n  pushq 96(%r10)\n  pushq 88(%r10)\n  pushq 80(%r10)\n  pushq 72(%r10)\n  pushq 64(%r10)\n"
        "  pushq 56(%r10)\n  pushq 48(%r10)\n"
        "  mov (%r10), %rdi\n  mov 8(%r10), %rsi\n  mov 16(%r10), %rdx\n  mov 24(%r10), %rcx\n  mov 32(%r10), %r8\n  mov 40(%r10), %r9\n"
        "  xor %eax, %eax\n  call *%r11\n"
        "  mov %rax, (%rbx)\n  mov %rdx, 8(%rbx)\n  lea -16(%rbp), %rsp\n  pop %r12\n  pop %rbx\n  pop %rbp\n  ret\n"
        ".popsection\n");

extern char hookswitch_apart_stubs[] __attribute__((visibility("hidden")));

void hookswitch_apart_enter(const char *after, const uint64_t *in_registers, const uint64_t *on_stack, uint64_t *result)
  __attribute__((visibility("hidden"), used));

/* A stub was called. In the judge a stub of its own function leads there: the plugin may give back what it was lent. */
void hookswitch_apart_enter(const char *after, const uint64_t *in_registers, const uint64_t *on_stack, uint64_t *result) {
  uint64_t words[HOOKSWITCH_APART_WORDS];
  uint32_t number = (uint32_t)((after - hookswitch_apart_stubs) / stub_bytes);
  for (size_t index = 0; index < HOOKSWITCH_APART_WORDS; index++)
    words[index] = index < registers ? in_registers[index] : on_stack[index - registers];
  if (hookswitch_apart_side == in_executor) {
    /* The kit's own waits are none of the plugin's. */
    hookswitch_watch_look_away();
    hookswitch_apart_converse(number, words, result);
    hookswitch_watch_look_back();
  } else if (offers[number].is_lent) hookswitch_apart_invoke(offers[number].function, words, result);
  else hookswitch_apart_converse((uint64_t)(uintptr_t)offers[number].function, words, result);
}

void *hookswitch_apart_stub(uint32_t number) { return hookswitch_apart_stubs + (size_t)number * stub_bytes; }
#else
void hookswitch_apart_invoke(const void *function, const uint64_t *words, uint64_t *result) {
  (void)function, (void)words;
  result[0] = result[1] = 0;
}
void *hookswitch_apart_stub(uint32_t number) {
  (void)number;
  return NULL;
}
#endif

const void *hookswitch_apart_lent(uint64_t number) {
  return number < offer_count && offers[number].is_lent ? offers[number].function : NULL;
}

static void *stub_for(const void *function, int is_lent) {
  uint32_t number = 0;
  if (function == NULL) return NULL;
  pthread_mutex_lock(&lock);
  while (number < offer_count && (offers[number].function != function || offers[number].is_lent != is_lent)) number++;
  if (number == most_stubs) hookswitch_apart_break("the plugin named more than 4,000 functions");
  if (number == offer_count) {
    offers[number] = (struct offer){function, is_lent};
    offer_count++;
  }
  pthread_mutex_unlock(&lock);
  return hookswitch_apart_stub(number);
}

/* A stub that the executor gives back stays itself. */
static int is_stub(const void *function) {
  uintptr_t first = (uintptr_t)hookswitch_apart_stub(0), at = (uintptr_t)function;
  return at >= first && at < first + (uintptr_t)most_stubs * stub_bytes && (at - first) % stub_bytes == 0;
}

void *hookswitch_apart_reach(const void *function) {
  return is_stub(function) ? (void *)(uintptr_t)function : stub_for(function, 0);
}

const void *hookswitch_apart_original(const void *function) {
  if (!is_stub(function)) return function;
  return offers[((uintptr_t)function - (uintptr_t)hookswitch_apart_stub(0)) / stub_bytes].function;
}

void *hookswitch_apart_lend(const void *function) { return is_stub(function) ? (void *)(uintptr_t)function : stub_for(function, 1); }
