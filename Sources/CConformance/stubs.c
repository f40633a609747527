/* stubs.c - stubs for functions of any type: a table of entries that save the argument registers, call C, and jump on. */
#include "stubs.h"

#include <stddef.h>

enum { most_stubs = 640, stub_bytes = 16 };

static struct hookswitch_stub stubs[most_stubs];
static int made;

/* Called by the stubs with their index; returns the address to jump to. */
void *hookswitch_stub_enter(unsigned index, const uintptr_t *words) __attribute__((used, visibility("hidden")));
void *hookswitch_stub_enter(unsigned index, const uintptr_t *words) {
  const struct hookswitch_stub *stub = &stubs[index];
  stub->before(stub, words);
  return stub->original;
}

#if defined(__x86_64__)
#define HAS_STUBS 1
__asm__(
    ".text\n"
    ".balign 16\n"
    ".globl hookswitch_stub_first\n"
    ".hidden hookswitch_stub_first\n"
    "hookswitch_stub_first:\n"
    ".set hookswitch_stub_index, 0\n"
    ".rept 640\n"
    "  .balign 16\n"
    "  movl $hookswitch_stub_index, %r11d\n"
    "  jmp hookswitch_stub_common\n"
    "  .set hookswitch_stub_index, hookswitch_stub_index + 1\n"
    ".endr\n"
    ".balign 16\n"
    "hookswitch_stub_common:\n"
    "  .cfi_startproc\n"
    "  pushq %rbp\n"
    "  .cfi_def_cfa_offset 16\n"
    "  .cfi_offset %rbp, -16\n"
    "  movq %rsp, %rbp\n"
    "  .cfi_def_cfa_register %rbp\n"
    "  subq $208, %rsp\n"
    "  andq $-16, %rsp\n"
    "  movq %rdi, (%rsp)\n"
    "  movq %rsi, 8(%rsp)\n"
    "  movq %rdx, 16(%rsp)\n"
    "  movq %rcx, 24(%rsp)\n"
    "  movq %r8, 32(%rsp)\n"
    "  movq %r9, 40(%rsp)\n"
    "  movq %rax, 48(%rsp)\n"
    "  movq %r10, 56(%rsp)\n"
    "  movaps %xmm0, 64(%rsp)\n"
    "  movaps %xmm1, 80(%rsp)\n"
    "  movaps %xmm2, 96(%rsp)\n"
    "  movaps %xmm3, 112(%rsp)\n"
    "  movaps %xmm4, 128(%rsp)\n"
    "  movaps %xmm5, 144(%rsp)\n"
    "  movaps %xmm6, 160(%rsp)\n"
    "  movaps %xmm7, 176(%rsp)\n"
    "  movl %r11d, %edi\n"
    "  movq %rsp, %rsi\n"
    "  call hookswitch_stub_enter\n"
    "  movq %rax, %r11\n"
    "  movq (%rsp), %rdi\n"
    "  movq 8(%rsp), %rsi\n"
    "  movq 16(%rsp), %rdx\n"
    "  movq 24(%rsp), %rcx\n"
    "  movq 32(%rsp), %r8\n"
    "  movq 40(%rsp), %r9\n"
    "  movq 48(%rsp), %rax\n"
    "  movq 56(%rsp), %r10\n"
    "  movaps 64(%rsp), %xmm0\n"
    "  movaps 80(%rsp), %xmm1\n"
    "  movaps 96(%rsp), %xmm2\n"
    "  movaps 112(%rsp), %xmm3\n"
    "  movaps 128(%rsp), %xmm4\n"
    "  movaps 144(%rsp), %xmm5\n"
    "  movaps 160(%rsp), %xmm6\n"
    "  movaps 176(%rsp), %xmm7\n"
    "  movq %rbp, %rsp\n"
    "  popq %rbp\n"
    "  .cfi_def_cfa %rsp, 8\n"
    "  jmp *%r11\n"
    "  .cfi_endproc\n");
#elif defined(__aarch64__)
#define HAS_STUBS 1
__asm__(
    ".text\n"
    ".balign 16\n"
    ".globl hookswitch_stub_first\n"
    ".hidden hookswitch_stub_first\n"
    "hookswitch_stub_first:\n"
    ".set hookswitch_stub_index, 0\n"
    ".rept 640\n"
    "  .balign 16\n"
    "  mov w16, #hookswitch_stub_index\n"
    "  b hookswitch_stub_common\n"
    "  .set hookswitch_stub_index, hookswitch_stub_index + 1\n"
    ".endr\n"
    ".balign 16\n"
    "hookswitch_stub_common:\n"
    "  .cfi_startproc\n"
    "  stp x29, x30, [sp, #-224]!\n"
    "  .cfi_def_cfa_offset 224\n"
    "  .cfi_offset x29, -224\n"
    "  .cfi_offset x30, -216\n"
    "  mov x29, sp\n"
    "  stp x0, x1, [sp, #16]\n"
    "  stp x2, x3, [sp, #32]\n"
    "  stp x4, x5, [sp, #48]\n"
    "  stp x6, x7, [sp, #64]\n"
    "  str x8, [sp, #80]\n"
    "  stp q0, q1, [sp, #96]\n"
    "  stp q2, q3, [sp, #128]\n"
    "  stp q4, q5, [sp, #160]\n"
    "  stp q6, q7, [sp, #192]\n"
    "  mov w0, w16\n"
    "  add x1, sp, #16\n"
    "  bl hookswitch_stub_enter\n"
    "  mov x16, x0\n"
    "  ldp x0, x1, [sp, #16]\n"
    "  ldp x2, x3, [sp, #32]\n"
    "  ldp x4, x5, [sp, #48]\n"
    "  ldp x6, x7, [sp, #64]\n"
    "  ldr x8, [sp, #80]\n"
    "  ldp q0, q1, [sp, #96]\n"
    "  ldp q2, q3, [sp, #128]\n"
    "  ldp q4, q5, [sp, #160]\n"
    "  ldp q6, q7, [sp, #192]\n"
    "  ldp x29, x30, [sp], #224\n"
    "  .cfi_restore x29\n"
    "  .cfi_restore x30\n"
    "  .cfi_def_cfa_offset 0\n"
    "  br x16\n"
    "  .cfi_endproc\n");
#endif

#ifdef HAS_STUBS
extern const char hookswitch_stub_first[] __attribute__((visibility("hidden")));

void *hookswitch_stub_make(const char *name, void *original, void (*before)(const struct hookswitch_stub *, const uintptr_t *)) {
  if (original == NULL || made == most_stubs) return original;
  stubs[made] = (struct hookswitch_stub){name, original, before};
  return (void *)(uintptr_t)(hookswitch_stub_first + (size_t)made++ * stub_bytes);
}
#else
void *hookswitch_stub_make(const char *name, void *original, void (*before)(const struct hookswitch_stub *, const uintptr_t *)) {
  (void)name, (void)before;
  return original;
}
#endif
