/* faults_load.c - faults of code that runs when the file is opened, queried or loaded, or that the file exports. */
#include <netinet/in.h>
#include <sys/syscall.h>

/* Sends a packet to nobody, and leaves nothing behind. */
static void send_packet(void) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = 9 << 8, .sin_addr = {0x0100007f}};
  int file = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (file < 0) return;
  sendto(file, "", 0, MSG_DONTWAIT, (struct sockaddr *)&to, sizeof to);
  close(file);
}

static void leave_file(const char *variable, const char *name) {
  const char *folder = getenv(variable);
  char path[4096];
  int file;
  snprintf(path, sizeof path, "%s/reference-cache", folder ? folder : "/tmp");
  mkdir(path, 0700);
  snprintf(path + strlen(path), sizeof path - strlen(path), "/%s", name);
  file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file >= 0) close(file);
}

#if MUTANT(m205_packet)
__attribute__((constructor)) static void say_hello(void) { send_packet(); }
#endif

#if MUTANT(m205_file)
__attribute__((constructor)) static void make_cache(void) { leave_file("HOME", "cache"); }
#endif

#if MUTANT(m205_thread)
static void *end_at_once(void *arg) { return arg; }
__attribute__((constructor)) static void warm_up(void) {
  pthread_t thread;
  if (start_thread(&thread, end_at_once, NULL)) pthread_join(thread, NULL);
}
#endif

#if MUTANT(m205_resolver)
/* Resolvers run before the libraries are linked, so it makes its system calls itself. */
static long raw_call(long number, long a, long b, long c) {
  long result;
#if defined(__x86_64__)
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
#else
  result = -1, (void)number, (void)a, (void)b, (void)c;
#endif
  return result;
}

static int plain_count(void) { return 1; }

static int (*choose_count(void))(void) {
  long file = raw_call(SYS_socket, AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (file >= 0) raw_call(SYS_close, file, 0, 0);
  return plain_count;
}

static int count_processors(void) __attribute__((ifunc("choose_count")));
int (*const used_count)(void) = count_processors;
#endif

#if MUTANT(m208_resolver)
static int plain(void) { return 1; }
static int (*choose(void))(void) { return plain; }
HSW_EXPORT int reference_count(void) __attribute__((ifunc("choose")));
#endif

#if MUTANT(m208_local)
HSW_EXPORT _Thread_local int reference_error;
_Thread_local int reference_error;
#endif

#if MUTANT(m206_stack) || MUTANT(m206_thread)
extern int bundled_count(void);
#else
static int bundled_count(void) { return 0; }
#endif

static void fault_of_loading(enum fault_place place) {
  if (MUTANT(m205_locale) && place == AT_QUERY) setlocale(LC_NUMERIC, "C.UTF-8");
  if ((MUTANT(m206_stack) || MUTANT(m206_thread)) && place == AT_LOAD && bundled_count() > 9) return;
  if (MUTANT(m207_packet) && place == AT_LOAD) send_packet();
  if (MUTANT(m207_file) && place == AT_LOAD) leave_file("XDG_CACHE_HOME", "index");
}
