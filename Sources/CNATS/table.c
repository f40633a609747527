#define _GNU_SOURCE
#include "CNATS.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* The structs of the header differ between versions, so only the library of the same one will do: its SONAME has both numbers. */
#define TEXT(number) #number
#define NUMBER(number) TEXT(number)
#define LIBRARY "libnats.so." NUMBER(NATS_VERSION_MAJOR) "." NUMBER(NATS_VERSION_MINOR)

typedef struct evp_pkey_st EVP_PKEY;

static struct hookswitch_nats_table table;
static void (*free_message)(void *message);
static EVP_PKEY *(*new_private_key)(int type, void *engine, const unsigned char *key, size_t length);
static int (*get_public_key)(const EVP_PKEY *key, unsigned char *public_key, size_t *length);
static void (*free_key)(EVP_PKEY *key);
static char failure[400];
static int is_open;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Looks a function up, also in the libraries that libnats needs; the copy avoids a cast from a pointer to data. */
static int find(void *library, const char *name, void *function) {
  void *found = dlsym(library, name);
  if (found == NULL) {
    snprintf(failure, sizeof failure, "%s has no function %s: install the package libnats%d.%d again", LIBRARY, name,
             NATS_VERSION_MAJOR, NATS_VERSION_MINOR);
    return 0;
  }
  memcpy(function, &found, sizeof found);
  return 1;
}

static void open_library(void) {
  /* It stays open: its threads end with the process. */
  void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == NULL) {
    const char *reason = dlerror();
    snprintf(failure, sizeof failure, "%s: install the package libnats%d.%d", reason != NULL ? reason : LIBRARY, NATS_VERSION_MAJOR,
             NATS_VERSION_MINOR);
    return;
  }
#define FIND(name) \
  if (!find(library, #name, (void *)&table.name)) return;
  HOOKSWITCH_NATS_FUNCTIONS(FIND)
#undef FIND
  void *found = dlsym(library, "natsMsg_free");
  memcpy(&free_message, &found, sizeof found);
  is_open = find(library, "EVP_PKEY_new_raw_private_key", (void *)&new_private_key) &&
            find(library, "EVP_PKEY_get_raw_public_key", (void *)&get_public_key) &&
            find(library, "EVP_PKEY_free", (void *)&free_key);
}

const struct hookswitch_nats_table *hookswitch_nats_open(char *reason, size_t size) {
  pthread_once(&once, open_library);
  if (is_open) return &table;
  if (size > 0) snprintf(reason, size, "%s", failure);
  return NULL;
}

const struct hookswitch_nats_table *hookswitch_nats(void) { return &table; }

void hookswitch_nats_free(natsMsg *message) {
  if (free_message != NULL) {
    free_message(message);
  } else {
    table.natsMsg_Destroy(message);
  }
}

int hookswitch_nkey_public(const unsigned char *seed, unsigned char *public_key) {
  char reason[1];
  if (hookswitch_nats_open(reason, sizeof reason) == NULL) return -1;
  enum { ed25519 = 1087 }; /* NID_ED25519 of OpenSSL */
  EVP_PKEY *key = new_private_key(ed25519, NULL, seed, 32);
  size_t length = 32;
  int made = key != NULL && get_public_key(key, public_key, &length) == 1 && length == 32;
  free_key(key);
  return made ? 0 : -1;
}

void hookswitch_nats_wipe(void *bytes, size_t length) { explicit_bzero(bytes, length); }
