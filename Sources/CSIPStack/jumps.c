/* Interposes functions on the calls of libsofia-sip-ua only, by rewriting its jump slots. Symbol lookup cannot do this: a plugin may be
 * loaded with local scope, where its functions do not come before the system's. */
#define _GNU_SOURCE 1

#include "csipstack.h"
#include "jumps.h"

#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { JUMP_SLOT = R_X86_64_JUMP_SLOT, GLOB_DAT = R_X86_64_GLOB_DAT };
#elif defined(__aarch64__)
enum { JUMP_SLOT = R_AARCH64_JUMP_SLOT, GLOB_DAT = R_AARCH64_GLOB_DAT };
#elif defined(__riscv)
enum { JUMP_SLOT = R_RISCV_JUMP_SLOT, GLOB_DAT = R_RISCV_64 };
#else
#error "name the relocations of a function's slot for this machine"
#endif

enum { JUMPS_MAX = 32 };

typedef struct {
  const csip_jump *first;
  size_t n;
  unsigned char is_led[JUMPS_MAX];
  uintptr_t sealed, sealed_end; /* the part that the loader made read-only */
} jumps;

/* The names that were not found; only the library's initialization writes it. */
static char unled[512];

const char *csip_unled(void) { return unled; }

static void lead(void **slot, const char *name, jumps *jumps) {
  for (size_t i = 0; i < jumps->n && i < JUMPS_MAX; i++) {
    if (strcmp(name, jumps->first[i].name) != 0) continue;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), start = (uintptr_t)slot & ~(page - 1);
    const int is_sealed = start >= jumps->sealed && start < jumps->sealed_end;
    if (is_sealed && mprotect((void *)start, page, PROT_READ | PROT_WRITE) != 0) return;
    *slot = jumps->first[i].instead;
    if (is_sealed) mprotect((void *)start, page, PROT_READ);
    jumps->is_led[i] = 1;
  }
}

static void lead_slots(
    uintptr_t base, const ElfW(Rela) *slots, size_t bytes, const ElfW(Sym) *symbols, const char *names,
    jumps *jumps) {
  for (size_t i = 0; slots && i < bytes / sizeof *slots; i++) {
    const size_t symbol = sizeof(void *) == 8 ? ELF64_R_SYM(slots[i].r_info) : ELF32_R_SYM(slots[i].r_info);
    const size_t type = sizeof(void *) == 8 ? ELF64_R_TYPE(slots[i].r_info) : ELF32_R_TYPE(slots[i].r_info);
    if (symbol && (type == JUMP_SLOT || type == GLOB_DAT)) lead((void **)(base + slots[i].r_offset), names + symbols[symbol].st_name, jumps);
  }
}

/* Some systems leave these addresses relative, as in the file. */
static const void *absolute(const struct dl_phdr_info *image, ElfW(Addr) address) {
  return (const void *)(address < image->dlpi_addr ? image->dlpi_addr + address : address);
}

static int visit(struct dl_phdr_info *image, size_t size, void *argument) {
  (void)size;
  if (!strstr(image->dlpi_name, "libsofia-sip-ua.so")) return 0;
  const ElfW(Dyn) *entry = NULL;
  jumps *jumps = argument;
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < image->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &image->dlpi_phdr[i];
    const uintptr_t start = image->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_DYNAMIC) entry = (const ElfW(Dyn) *)start;
    if (part->p_type == PT_GNU_RELRO) jumps->sealed = start & ~(page - 1), jumps->sealed_end = (start + part->p_memsz) & ~(page - 1);
  }
  const ElfW(Sym) *symbols = NULL;
  const ElfW(Rela) *plt = NULL, *rela = NULL;
  const char *names = NULL;
  size_t plt_bytes = 0, rela_bytes = 0;
  for (; entry && entry->d_tag != DT_NULL; entry++) {
    switch (entry->d_tag) {
      case DT_SYMTAB: symbols = absolute(image, entry->d_un.d_ptr); break;
      case DT_STRTAB: names = absolute(image, entry->d_un.d_ptr); break;
      case DT_JMPREL: plt = absolute(image, entry->d_un.d_ptr); break;
      case DT_PLTRELSZ: plt_bytes = entry->d_un.d_val; break;
      case DT_RELA: rela = absolute(image, entry->d_un.d_ptr); break;
      case DT_RELASZ: rela_bytes = entry->d_un.d_val; break;
      default: break;
    }
  }
  if (symbols && names) {
    lead_slots(image->dlpi_addr, plt, plt_bytes, symbols, names, jumps);
    lead_slots(image->dlpi_addr, rela, rela_bytes, symbols, names, jumps);
  }
  return 1;
}

void csip_lead(const csip_jump *first, size_t n) {
  jumps all = {.first = first, .n = n};
  dl_iterate_phdr(visit, &all);
  for (size_t i = 0; i < n && i < JUMPS_MAX; i++) {
    const size_t at = strlen(unled);
    if (!all.is_led[i]) snprintf(unled + at, sizeof unled - at, "%s%s", at ? " " : "", first[i].name);
  }
}
