/* images.c - redirects the references of loaded images to other functions. */
#define _GNU_SOURCE
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "stubs.h"

#if defined(__x86_64__)
#define IS_ADDRESS(type) ((type) == R_X86_64_JUMP_SLOT || (type) == R_X86_64_GLOB_DAT || (type) == R_X86_64_64)
#elif defined(__aarch64__)
#define IS_ADDRESS(type) ((type) == R_AARCH64_JUMP_SLOT || (type) == R_AARCH64_GLOB_DAT || (type) == R_AARCH64_ABS64)
#endif

#ifdef IS_ADDRESS
/* The parts of an image that are needed here. */
struct image {
  uintptr_t base;
  const ElfW(Sym) *symbols;
  const char *names;
  const ElfW(Rela) *tables[2];
  size_t counts[2];
  uintptr_t sealed; /* the part that the linker has made read-only */
  size_t sealed_length;
};

/* One redirection of all images. */
struct order {
  const struct hookswitch_redirection *table;
  size_t count;
  int only_bound, images;
};

static int compare(const void *left, const void *right) {
  const struct hookswitch_redirection *one = left, *other = right;
  return strcmp(one->name, other->name);
}

static const struct hookswitch_redirection *redirection_of(const struct order *order, const char *name) {
  struct hookswitch_redirection wanted = {.name = name};
  return bsearch(&wanted, order->table, order->count, sizeof *order->table, compare);
}

static void read_dynamic(struct image *image, const ElfW(Dyn) *entry) {
  for (; entry->d_tag != DT_NULL; entry++) switch (entry->d_tag) {
    case DT_SYMTAB: image->symbols = (const void *)entry->d_un.d_ptr; break;
    case DT_STRTAB: image->names = (const void *)entry->d_un.d_ptr; break;
    case DT_RELA: image->tables[0] = (const void *)entry->d_un.d_ptr; break;
    case DT_RELASZ: image->counts[0] = entry->d_un.d_val / sizeof(ElfW(Rela)); break;
    case DT_JMPREL: image->tables[1] = (const void *)entry->d_un.d_ptr; break;
    case DT_PLTRELSZ: image->counts[1] = entry->d_un.d_val / sizeof(ElfW(Rela)); break;
    default: break;
    }
}

static void patch_image(const struct image *image, const struct order *order) {
  for (int table = 0; table < 2; table++)
    for (size_t index = 0; image->tables[table] != NULL && index < image->counts[table]; index++) {
      const ElfW(Rela) *it = &image->tables[table][index];
      const ElfW(Sym) *symbol = &image->symbols[ELF64_R_SYM(it->r_info)];
      void *volatile *slot = (void *volatile *)(image->base + it->r_offset);
      const struct hookswitch_redirection *found;
      if (ELF64_R_SYM(it->r_info) == 0 || !IS_ADDRESS(ELF64_R_TYPE(it->r_info)) || it->r_addend != 0) continue;
      found = redirection_of(order, image->names + symbol->st_name);
      if (found == NULL || found->stand_in == NULL) continue;
      /* A function of that name in the image itself is another one. */
      if ((order->only_bound || symbol->st_shndx != SHN_UNDEF) && *slot != found->original) continue;
      *slot = found->stand_in;
    }
}

static int look_at(struct dl_phdr_info *info, size_t size, void *data) {
  struct order *order = data;
  struct image image = {.base = info->dlpi_addr};
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  (void)size;
  /* The program is the kit itself; the dynamic linker and the vDSO lie below malloc. */
  if (info->dlpi_name == NULL || info->dlpi_name[0] == '\0') return 0;
  if (strstr(info->dlpi_name, "/ld-linux") != NULL || strstr(info->dlpi_name, "linux-vdso") != NULL) return 0;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[index];
    if (part->p_type == PT_DYNAMIC) read_dynamic(&image, (const void *)(info->dlpi_addr + part->p_vaddr));
    if (part->p_type != PT_GNU_RELRO) continue;
    image.sealed = (info->dlpi_addr + part->p_vaddr) & ~(page - 1);
    image.sealed_length = ((info->dlpi_addr + part->p_vaddr + part->p_memsz) & ~(page - 1)) - image.sealed;
  }
  if (image.symbols == NULL || image.names == NULL) return 0;
  if (image.sealed_length > 0 && mprotect((void *)image.sealed, image.sealed_length, PROT_READ | PROT_WRITE) != 0) return 0;
  patch_image(&image, order);
  if (image.sealed_length > 0) mprotect((void *)image.sealed, image.sealed_length, PROT_READ);
  order->images++;
  return 0;
}

int hookswitch_redirect_images(struct hookswitch_redirection *table, int count, int only_bound) {
  struct order order = {.table = table, .count = (size_t)count, .only_bound = only_bound};
  qsort(table, order.count, sizeof *table, compare);
  dl_iterate_phdr(look_at, &order);
  return order.images > 0 ? order.images : -1;
}
#else
int hookswitch_redirect_images(struct hookswitch_redirection *table, int count, int only_bound) {
  (void)table, (void)count, (void)only_bound;
  return -1;
}
#endif
