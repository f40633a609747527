#define _GNU_SOURCE
#include "CLtdlShim.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <ltdl.h>

/* What libltdl does with an error is to overwrite it with "file not found" of the last loader it tried, and to keep a pointer
 * that the next dl call frees. So each error is copied here at once. */
static char last_error[1024];
static int ready; /* 1 once our loader is the only one that opens files */

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

/* ---- the loader: bind now, local, never unmap */

static lt_module open_module(lt_user_data data, const char *name, lt_dladvise advise) {
  (void)data;
  (void)advise;
  if (!is_plugin_path(name)) { /* a bare name would be searched for in a dozen folders */
    keep_error("not an absolute path that ends in .so");
    return NULL;
  }
  void *module = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (module == NULL) keep_error(dlerror());
  return module;
}

static int close_module(lt_user_data data, lt_module module) {
  (void)data;
  return dlclose(module) == 0 ? 0 : 1;
}

static void *find_symbol(lt_user_data data, lt_module module, const char *symbol) {
  (void)data;
  dlerror();
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
  /* libltdl frees the vtable with free(), so it is malloc'ed. */
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
  /* Where ours refuses, the built-in one would open the same file lazily, and an undefined symbol would end the process later. */
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

void *hookswitch_ltdl_open(const char *path, uint64_t device, uint64_t inode, char *error, size_t error_size) {
  last_error[0] = '\0';
  lt_dlhandle handle = NULL;
  lt_dladvise advise = NULL;
  if (!is_plugin_path(path)) {
    keep_error("not an absolute path that ends in .so");
  } else if (!is_file(path, device, inode)) {
    keep_error("the file was replaced while it was being opened");
  } else if (start() && lt_dladvise_init(&advise) == 0) {
    if (lt_dladvise_local(&advise) == 0 && lt_dladvise_resident(&advise) == 0) handle = lt_dlopenadvise(path, advise);
    lt_dladvise_destroy(&advise);
    if (handle == NULL && last_error[0] == '\0') keep_error(lt_dlerror());
  }
  if (handle == NULL) give_error(error, error_size);
  return handle;
}

void *hookswitch_ltdl_function(void *handle, const char *symbol, uint64_t device, uint64_t inode, char *error,
                               size_t error_size) {
  last_error[0] = '\0';
  void *address = lt_dlsym((lt_dlhandle)handle, symbol);
  if (address == NULL) {
    if (last_error[0] == '\0') keep_error(lt_dlerror());
    give_error(error, error_size);
    return NULL;
  }
  Dl_info info;
  ElfW(Sym) *entry = NULL;
  if (dladdr1(address, &info, (void **)&entry, RTLD_DL_SYMENT) == 0 || !is_file(info.dli_fname, device, inode)) {
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
  lt_dlclose((lt_dlhandle)handle); /* of a resident module: 1 and an error text, though the count went down */
}
