/* faults_process.c - faults that change what belongs to the whole process, or to the host's threads. ref.so contains none of it. */
#include <dlfcn.h>
#include <fenv.h>
#include <locale.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

static void lower_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit)) return;
  limit.rlim_cur -= 1;
  setrlimit(RLIMIT_NOFILE, &limit);
}

static void take_one_processor(void) {
  cpu_set_t set, one;
  CPU_ZERO(&one);
  if (sched_getaffinity(0, sizeof set, &set)) return;
  for (unsigned i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); i++)
    if (CPU_ISSET(i, &set)) CPU_SET(i, &one);
  sched_setaffinity(0, sizeof one, &one);
}

static void block_sigterm(void) {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &one, NULL);
}

static void take_signal_stack(void) {
  static char room[64 << 10];
  stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
  sigaltstack(&stack, NULL);
}

/* Makes our symbols visible to the whole process. */
static void go_global(void) {
  Dl_info own;
  if (dladdr((void *)(uintptr_t)hookswitch_transport_query, &own)) dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
}

static void fault_of_process(enum fault_place place, instance *in) {
  static int closed = -1;
  if (MUTANT(m201_umask) && place == AT_ACTIVATE) umask(0);
  if (MUTANT(m201_locale) && place == AT_INIT) setlocale(LC_ALL, "C.UTF-8");
  if (MUTANT(m201_folder) && place == AT_LOAD && chdir("/")) return;
  if (MUTANT(m201_limit) && place == AT_START) lower_limit();
#if MUTANT(m201_float)
  if (place == AT_TICK) fesetround(FE_TOWARDZERO);
#endif
  if (MUTANT(m201_environment) && place == AT_ANSWER) setenv("TZ", "UTC", 1);
  if (MUTANT(m201_nice) && place == AT_HOLD) setpriority(PRIO_PROCESS, 0, 5);
  if (MUTANT(m201_dumpable) && place == AT_APPLY) prctl(PR_SET_DUMPABLE, 0);
  if (MUTANT(m201_thread) && place == AT_DUMP) prctl(PR_SET_NAME, "reference");
  if (MUTANT(m201_nonblock) && place == AT_DEACTIVATE) fcntl(1, F_SETFL, fcntl(1, F_GETFL) | O_NONBLOCK);
  if (MUTANT(m201_unbuffered) && place == AT_INIT) setvbuf(stdout, NULL, _IONBF, 0);
  if (MUTANT(m201_affinity) && place == AT_TIMER) take_one_processor();
  if (MUTANT(m202_mask) && place == AT_START) block_sigterm();
  if (MUTANT(m202_alarm) && place == AT_INIT) alarm(3600);
  if (MUTANT(m202_stack) && place == AT_ACTIVATE) take_signal_stack();
  if (MUTANT(m203_twice)) {
    if (place == AT_DEACTIVATE && in->listener >= 0) closed = in->listener;
    if (place == AT_DESTROY && closed >= 0) close(closed); /* a second time */
  }
  if (MUTANT(m203_input) && place == AT_RESET) close(0);
  if (MUTANT(m204_code) && place == AT_INIT) mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (MUTANT(m204_global) && place == AT_ACTIVATE) go_global();
}
