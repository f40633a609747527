/* Calls of the library's own, led to functions of ours by its jump slots, and nobody else's: an image of its own may be loaded with local scope only,
 * where no function of the same name would come before the system's. */
#define _GNU_SOURCE 1

#include "jumps.h"

#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct {
  const csip_jump *first;
  size_t n;
} jumps;

static void lead(void **slot, const char *name, const jumps *jumps) {
  for (size_t i = 0; i < jumps->n; i++) {
    if (strcmp(name, jumps->first[i].name) != 0) continue;
    /* The page is read-only where the library was linked with full RELRO. */
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), start = (uintptr_t)slot & ~(page - 1);
    if (mprotect((void *)start, page, PROT_READ | PROT_WRITE) == 0) *slot = jumps->first[i].instead;
  }
}

static void lead_slots(
    uintptr_t base, const ElfW(Rela) *slots, size_t bytes, const ElfW(Sym) *symbols, const char *names,
    const jumps *jumps) {
  for (size_t i = 0; slots && i < bytes / sizeof *slots; i++) {
    const size_t symbol = sizeof(void *) == 8 ? ELF64_R_SYM(slots[i].r_info) : ELF32_R_SYM(slots[i].r_info);
    if (symbol) lead((void **)(base + slots[i].r_offset), names + symbols[symbol].st_name, jumps);
  }
}

static int visit(struct dl_phdr_info *image, size_t size, void *argument) {
  (void)size;
  if (!strstr(image->dlpi_name, "libsofia-sip-ua.so")) return 0;
  const ElfW(Dyn) *entry = NULL;
  for (int i = 0; i < image->dlpi_phnum; i++)
    if (image->dlpi_phdr[i].p_type == PT_DYNAMIC) entry = (const ElfW(Dyn) *)(image->dlpi_addr + image->dlpi_phdr[i].p_vaddr);
  const ElfW(Sym) *symbols = NULL;
  const ElfW(Rela) *plt = NULL, *rela = NULL;
  const char *names = NULL;
  size_t plt_bytes = 0, rela_bytes = 0;
  for (; entry && entry->d_tag != DT_NULL; entry++) {
    switch (entry->d_tag) {
      case DT_SYMTAB: symbols = (const ElfW(Sym) *)entry->d_un.d_ptr; break;
      case DT_STRTAB: names = (const char *)entry->d_un.d_ptr; break;
      case DT_JMPREL: plt = (const ElfW(Rela) *)entry->d_un.d_ptr; break;
      case DT_PLTRELSZ: plt_bytes = entry->d_un.d_val; break;
      case DT_RELA: rela = (const ElfW(Rela) *)entry->d_un.d_ptr; break;
      case DT_RELASZ: rela_bytes = entry->d_un.d_val; break;
      default: break;
    }
  }
  if (symbols && names) {
    lead_slots(image->dlpi_addr, plt, plt_bytes, symbols, names, argument);
    lead_slots(image->dlpi_addr, rela, rela_bytes, symbols, names, argument);
  }
  return 1;
}

void csip_lead(const csip_jump *first, size_t n) { dl_iterate_phdr(visit, &(jumps){first, n}); }
