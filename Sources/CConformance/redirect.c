/* redirect.c - writes the addresses of replacements into the tables by which loaded images reach other libraries. */
#define _GNU_SOURCE
#include "redirect.h"

#include <link.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__)
#define IS_ADDRESS(type) ((type) == R_X86_64_JUMP_SLOT || (type) == R_X86_64_GLOB_DAT || (type) == R_X86_64_64)
#elif defined(__aarch64__)
#define IS_ADDRESS(type) ((type) == R_AARCH64_JUMP_SLOT || (type) == R_AARCH64_GLOB_DAT || (type) == R_AARCH64_ABS64)
#endif

#ifdef IS_ADDRESS
struct request {
  const struct redirection *functions;
  int (*is_wanted)(uintptr_t base);
  int count;
};

/* The tables of one image. */
struct tables {
  const ElfW(Sym) *symbols;
  const char *names;
  const ElfW(Rela) *entries[2];
  size_t counts[2];
};

static struct tables read_tables(const ElfW(Dyn) *entry) {
  struct tables found = {0};
  for (; entry->d_tag != DT_NULL; entry++) switch (entry->d_tag) {
    case DT_SYMTAB: found.symbols = (const void *)entry->d_un.d_ptr; break;
    case DT_STRTAB: found.names = (const void *)entry->d_un.d_ptr; break;
    case DT_RELA: found.entries[0] = (const void *)entry->d_un.d_ptr; break;
    case DT_RELASZ: found.counts[0] = entry->d_un.d_val / sizeof(ElfW(Rela)); break;
    case DT_JMPREL: found.entries[1] = (const void *)entry->d_un.d_ptr; break;
    case DT_PLTRELSZ: found.counts[1] = entry->d_un.d_val / sizeof(ElfW(Rela)); break;
    default: break;
    }
  return found;
}

static void *stand_in_for(const struct redirection *functions, const char *name) {
  for (; functions->name != NULL; functions++)
    if (strcmp(functions->name, name) == 0) return functions->stand_in;
  return NULL;
}

static void write_tables(uintptr_t base, const struct tables *tables, const struct redirection *functions) {
  for (int table = 0; table < 2; table++)
    for (size_t index = 0; tables->entries[table] != NULL && index < tables->counts[table]; index++) {
      const ElfW(Rela) *it = &tables->entries[table][index];
      size_t symbol = ELF64_R_SYM(it->r_info);
      void *stand_in;
      if (symbol == 0 || !IS_ADDRESS(ELF64_R_TYPE(it->r_info)) || it->r_addend != 0) continue;
      stand_in = stand_in_for(functions, tables->names + tables->symbols[symbol].st_name);
      if (stand_in != NULL && *(void *volatile *)(base + it->r_offset) != stand_in) *(void *volatile *)(base + it->r_offset) = stand_in;
    }
}

static int look_at(struct dl_phdr_info *info, size_t size, void *argument) {
  struct request *request = argument;
  struct tables tables = {0};
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), sealed = 0, sealed_end = 0;
  (void)size;
  if (!request->is_wanted(info->dlpi_addr)) return 0;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[index];
    if (part->p_type == PT_DYNAMIC) tables = read_tables((const void *)(info->dlpi_addr + part->p_vaddr));
    if (part->p_type != PT_GNU_RELRO) continue;
    sealed = (info->dlpi_addr + part->p_vaddr) & ~(page - 1);
    sealed_end = (info->dlpi_addr + part->p_vaddr + part->p_memsz) & ~(page - 1);
  }
  if (tables.symbols == NULL || tables.names == NULL) return 0;
  if (sealed_end > sealed && mprotect((void *)sealed, sealed_end - sealed, PROT_READ | PROT_WRITE) != 0) return 0;
  write_tables(info->dlpi_addr, &tables, request->functions);
  if (sealed_end > sealed) mprotect((void *)sealed, sealed_end - sealed, PROT_READ);
  request->count++;
  return 0;
}

int hookswitch_redirect(const struct redirection *functions, int (*is_wanted)(uintptr_t base)) {
  struct request request = {functions, is_wanted, 0};
  dl_iterate_phdr(look_at, &request);
  return request.count;
}
#else
int hookswitch_redirect(const struct redirection *functions, int (*is_wanted)(uintptr_t base)) {
  (void)functions, (void)is_wanted;
  return -1;
}
#endif
