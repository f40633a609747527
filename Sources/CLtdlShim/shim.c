#define _GNU_SOURCE
#include "CLtdlShim.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ltdl.h>
#include <thread.h>

/* libltdl replaces an error by "file not found" from the last loader it tried, and keeps a pointer that the next dl call frees. So copy
 * each error here at once. */
static char last_error[1024];
static int ready;             /* 1 once our loader is the only one that opens files */
static int copy_to_open = -1; /* the descriptor that our loader opens instead of the path from libltdl, or -1 */
static struct link_map *symbol_owner; /* the image in which the last symbol was searched */

static void keep_error(const char *text) {
  snprintf(last_error, sizeof last_error, "%s", text != NULL ? text : "no reason given");
  for (char *p = last_error; *p != '\0'; p++) {
    if (*p == '\n' || *p == '\r') *p = ' ';
  }
}

static void give_error(char *error, size_t size) {
  if (error != NULL && size > 0) snprintf(error, size, "%s", last_error);
}

static int is_plugin_path(const char *name) {
  size_t n = name != NULL ? strlen(name) : 0;
  return n > 4 && name[0] == '/' && strcmp(name + n - 3, ".so") == 0;
}

/* ---- images: copies of files, and their names */

int hookswitch_ltdl_copy(const char *path, const void *bytes, size_t size) {
  const char *name = strrchr(path, '/');
  name = name != NULL ? name + 1 : path;
  char label[200];
  snprintf(label, sizeof label, "%s", name);
  int file = memfd_create(label, MFD_CLOEXEC | MFD_ALLOW_SEALING | 0x10u /* MFD_EXEC, since Linux 6.3 */);
  if (file < 0 && errno == EINVAL) file = memfd_create(label, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  int is_memory = file >= 0;
  if (!is_memory) { /* a kernel without executable memfds: use an unlinked file */
    const char *folder = secure_getenv("XDG_RUNTIME_DIR");
    char place[4096];
    snprintf(place, sizeof place, "%s/hookswitch-XXXXXX", folder != NULL && folder[0] == '/' ? folder : "/tmp");
    file = mkostemp(place, O_CLOEXEC);
    if (file < 0) return -1;
    unlink(place);
  }
  for (size_t done = 0; done < size;) {
    ssize_t count = write(file, (const char *)bytes + done, size - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) goto failed;
    done += (size_t)count;
  }
  if (is_memory && fcntl(file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) goto failed;
  return file;
failed:;
  int reason = errno;
  close(file);
  errno = reason;
  return -1;
}

static struct link_map *map_of(void *module) {
  struct link_map *map = NULL;
  return dlinfo(module, RTLD_DI_LINKMAP, &map) == 0 ? map : NULL;
}

/* The names that images had or have. None is ever freed, because another thread may be reading it. */
struct kept_name { struct kept_name *next; char text[]; };
static struct kept_name *kept_names;

static char *keep_name(const char *name) {
  const size_t size = strlen(name) + 1;
  struct kept_name *kept = malloc(sizeof *kept + size);
  if (kept == NULL) return NULL;
  kept->next = kept_names;
  memcpy(kept->text, name, size);
  kept_names = kept;
  return kept->text;
}

/* The linker's table of images is public for debuggers (<link.h>). */
static void rename_image(struct link_map *map, const char *name) {
  char *text = keep_name(name);
  if (text != NULL) __atomic_store_n(&map->l_name, text, __ATOMIC_RELEASE);
}

struct lent_name { struct lent_name *next; struct link_map *map; char *own; };
static struct lent_name *lent_names;

static int lend(struct link_map *map, const char *own, const char *name) {
  struct lent_name *lent = calloc(1, sizeof *lent);
  if (lent == NULL) return -1;
  *lent = (struct lent_name){lent_names, map, keep_name(own)};
  lent_names = lent;
  rename_image(map, name);
  return 0;
}

void hookswitch_ltdl_restore_names(void) {
  while (lent_names != NULL) {
    struct lent_name *lent = lent_names;
    lent_names = lent->next;
    if (lent->own != NULL) __atomic_store_n(&lent->map->l_name, lent->own, __ATOMIC_RELEASE);
    free(lent);
  }
}

struct opening { const char *path; void *module; };

/* The text of dlerror belongs to the thread that called dlopen. */
static void *run_opening(void *argument) {
  struct opening *opening = argument;
  opening->module = dlopen(opening->path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (opening->module == NULL) keep_error(dlerror());
  return NULL;
}

/* Runs the constructors of a library on a thread of their own, and restores what they change of the program: the Swift runtime of a plugin takes
 * the signals of its backtraces where they have their default, and gives the thread an alternative stack. */
static void *open_apart(const char *path) {
  static const int taken[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
  enum { COUNT = sizeof taken / sizeof *taken };
  struct sigaction before[COUNT], after;
  for (int i = 0; i < COUNT; i++) sigaction(taken[i], NULL, &before[i]);
  struct opening opening = {path, NULL};
  pthread_t thread;
  if (hookswitch_start_thread(&thread, run_opening, &opening) == 0) {
    pthread_join(thread, NULL);
  } else {
    run_opening(&opening);
  }
  for (int i = 0; i < COUNT; i++) {
    if (sigaction(taken[i], NULL, &after) == 0 && after.sa_sigaction != before[i].sa_sigaction) sigaction(taken[i], &before[i], NULL);
  }
  return opening.module;
}

static void *open_image(const char *path, int copy) {
  char opened[64];
  snprintf(opened, sizeof opened, "/proc/self/fd/%d", copy);
  void *module = open_apart(copy >= 0 ? opened : path);
  if (module != NULL && copy >= 0) {
    struct link_map *map = map_of(module);
    if (map != NULL) rename_image(map, path);
  }
  return module;
}

int hookswitch_ltdl_bring(const char *path, int copy, const char *name_or_null, char *error, size_t error_size) {
  last_error[0] = '\0';
  void *module = open_image(path, copy);
  struct link_map *map = module != NULL ? map_of(module) : NULL;
  if (module != NULL && map == NULL) keep_error("the linker does not tell its image");
  if (map != NULL && (name_or_null == NULL || lend(map, path, name_or_null) == 0)) return 0;
  give_error(error, error_size);
  return -1;
}

static const char *own_name(const struct dl_phdr_info *image) {
  const ElfW(Dyn) *entry = NULL;
  for (int i = 0; i < image->dlpi_phnum; i++) {
    if (image->dlpi_phdr[i].p_type == PT_DYNAMIC) entry = (const ElfW(Dyn) *)(image->dlpi_addr + image->dlpi_phdr[i].p_vaddr);
  }
  ElfW(Addr) strings = 0, name = 0;
  int is_named = 0;
  for (; entry != NULL && entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == DT_STRTAB) strings = entry->d_un.d_ptr;
    if (entry->d_tag == DT_SONAME) name = entry->d_un.d_val, is_named = 1;
  }
  if (!is_named || strings == 0) return NULL;
  if (strings < image->dlpi_addr) strings += image->dlpi_addr; /* some linkers leave the address in the section unrelocated */
  return (const char *)(strings + name);
}

struct listener { void (*tell)(void *, const char *); void *context; };

static int tell_image(struct dl_phdr_info *image, size_t size, void *data) {
  (void)size;
  struct listener *listener = data;
  if (image->dlpi_name != NULL && image->dlpi_name[0] != '\0') listener->tell(listener->context, image->dlpi_name);
  const char *own = own_name(image);
  if (own != NULL) listener->tell(listener->context, own);
  return 0;
}

void hookswitch_ltdl_each_name(void (*tell)(void *context, const char *name), void *context) {
  struct listener listener = {tell, context};
  dl_iterate_phdr(tell_image, &listener);
}

struct search { const char *name; int found; };

static void compare(void *context, const char *name) {
  struct search *search = context;
  if (strcmp(name, search->name) == 0) search->found = 1;
}

int hookswitch_ltdl_has(const char *name) {
  struct search search = {name, 0};
  hookswitch_ltdl_each_name(compare, &search);
  return search.found;
}

void hookswitch_ltdl_lend_name(const char *path, const char *name) {
  void *module = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
  struct link_map *map = module != NULL ? map_of(module) : NULL;
  if (map != NULL) lend(map, path, name);
  if (module != NULL) dlclose(module);
}

/* ---- the loader: bind now, local, never unmap */

static lt_module open_module(lt_user_data data, const char *name, lt_dladvise advise) {
  (void)data;
  (void)advise;
  if (!is_plugin_path(name)) { /* libltdl would search for a bare name in many folders */
    keep_error("not an absolute path that ends in .so");
    return NULL;
  }
  return open_image(name, copy_to_open);
}

static int close_module(lt_user_data data, lt_module module) {
  (void)data;
  return dlclose(module) == 0 ? 0 : 1;
}

static void *find_symbol(lt_user_data data, lt_module module, const char *symbol) {
  (void)data;
  dlerror();
  symbol_owner = map_of(module);
  void *address = dlsym(module, symbol);
  if (address == NULL) keep_error(dlerror());
  return address;
}

static int start(void) {
  if (ready) return 1;
  if (lt_dlinit() != 0) {
    keep_error("libltdl does not start");
    return 0;
  }
  /* libltdl frees the vtable with free(), so allocate it with calloc. */
  lt_dlvtable *loader = calloc(1, sizeof *loader);
  if (loader == NULL) {
    keep_error("out of memory");
    return 0;
  }
  loader->name = "hookswitch_bind_now";
  loader->module_open = open_module;
  loader->module_close = close_module;
  loader->find_sym = find_symbol;
  loader->priority = LT_DLLOADER_PREPEND;
  if (lt_dlloader_add(loader) != 0) {
    free(loader);
    keep_error("libltdl does not take our loader");
    return 0;
  }
  /* When our loader refuses a file, the built-in one would open it lazily, and an undefined symbol would end the process later. */
  free(lt_dlloader_remove("lt_dlopen"));
  if (lt_dlloader_find("lt_dlopen") != NULL) {
    keep_error("libltdl keeps its lazy loader");
    return 0;
  }
  ready = 1;
  return 1;
}

static int is_file(const char *path, uint64_t device, uint64_t inode) {
  struct stat found;
  return path != NULL && stat(path, &found) == 0 && (uint64_t)found.st_dev == device && (uint64_t)found.st_ino == inode;
}

void *hookswitch_ltdl_open(const char *path, int copy, uint64_t device, uint64_t inode, char *error, size_t error_size) {
  last_error[0] = '\0';
  lt_dlhandle handle = NULL;
  lt_dladvise advise = NULL;
  if (!is_plugin_path(path)) {
    keep_error("not an absolute path that ends in .so");
  } else if (copy < 0 && !is_file(path, device, inode)) {
    keep_error("the file was replaced while it was being opened");
  } else if (start() && lt_dladvise_init(&advise) == 0) {
    copy_to_open = copy;
    if (lt_dladvise_local(&advise) == 0 && lt_dladvise_resident(&advise) == 0) handle = lt_dlopenadvise(path, advise);
    copy_to_open = -1;
    lt_dladvise_destroy(&advise);
    if (handle == NULL && last_error[0] == '\0') keep_error(lt_dlerror());
  }
  if (handle == NULL) give_error(error, error_size);
  return handle;
}

void *hookswitch_ltdl_function(void *handle, const char *symbol, char *error, size_t error_size) {
  last_error[0] = '\0';
  void *address = lt_dlsym((lt_dlhandle)handle, symbol);
  if (address == NULL) {
    if (last_error[0] == '\0') keep_error(lt_dlerror());
    give_error(error, error_size);
    return NULL;
  }
  Dl_info info;
  ElfW(Sym) *entry = NULL;
  struct link_map *owner = NULL;
  if (dladdr1(address, &info, (void **)&entry, RTLD_DL_SYMENT) == 0 || dladdr1(address, &info, (void **)&owner, RTLD_DL_LINKMAP) == 0 ||
      owner == NULL || owner != symbol_owner) {
    keep_error("the symbol lies in another file");
    address = NULL;
  } else if (entry == NULL || info.dli_sname == NULL || strcmp(info.dli_sname, symbol) != 0) {
    keep_error("the symbol is not the one asked for"); /* libltdl tries FILE_LTX_SYMBOL first */
    address = NULL;
  } else if (ELF64_ST_TYPE(entry->st_info) != STT_FUNC) {
    keep_error("the symbol is data, not a function");
    address = NULL;
  }
  if (address == NULL) give_error(error, error_size);
  return address;
}

void hookswitch_ltdl_close(void *handle) {
  lt_dlclose((lt_dlhandle)handle); /* for a resident module it returns 1 with an error text, though it has decremented the count */
}
