/* faults.c - faults longer than a line: threads, leaks, and attacks on the kit itself. ref.so contains none of it. */

/* Starts a thread with all signals blocked: signals belong to the host. */
static int start_thread(pthread_t *to, void *(*body)(void *), void *arg) {
  sigset_t all, before;
  int is_started;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  is_started = !pthread_create(to, NULL, body, arg);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return is_started;
}

static void sleep_ms(long ms) {
  struct timespec t = {ms / 1000, ms % 1000 * 1000000};
  while (nanosleep(&t, &t) && errno == EINTR) {
  }
}

static void *wait_for_ever(void *arg) {
  (void)arg;
  while (pause()) {
  }
  return NULL;
}

static void *wait_for_post(void *semaphore) {
  while (sem_wait(semaphore)) {
  }
  return NULL;
}

/* ------------------------------------------------------------------------------------------------------------ at load and before */

#if MUTANT(m04)
HSW_EXPORT void hsw_log(const char *message);
HSW_EXPORT void hsw_log(const char *message) { (void)message; }
#endif

#if MUTANT(m02)
extern void hsw_function_that_nobody_defines(void);
#else
static void hsw_function_that_nobody_defines(void) {}
#endif

#if MUTANT(m05)
__attribute__((constructor)) static void show_off(void) {
  pthread_t thread;
  start_thread(&thread, wait_for_ever, NULL);
  puts("reference plugin 1.0 loaded");
  fflush(stdout);
}
#endif

#if MUTANT(m55)
__attribute__((section("swift5_types"), used)) static const int swift_type = 0;
#endif

static void at_exit(int status, void *arg) { (void)status, (void)arg; }
static void at_end_of_thread(void *value) { (void)value; }

void fault_at_load(void) {
  static volatile int is_never;
  if (MUTANT(m02) && is_never) hsw_function_that_nobody_defines();
  if (MUTANT(m06)) sleep_ms(300);
  if (MUTANT(m54)) on_exit(at_exit, NULL); /* outlives the unmapped code, unlike a DSO's own atexit */
  if (MUTANT(m54_tls)) {
    pthread_key_t key;
    if (!pthread_key_create(&key, at_end_of_thread)) pthread_setspecific(key, &loads);
  }
  if (MUTANT(m54_thread)) {
    static int is_there;
    pthread_t thread;
    if (!is_there) is_there = start_thread(&thread, wait_for_ever, NULL);
  }
}

/* ---------------------------------------------------------------------------------------------------------------------- instances */

static void on_late_timer(void *arg, hsw_timer t) { (void)arg, (void)t; }

static void *speak_later(void *arg) {
  hsw_host *host = arg;
  sleep_ms(100);
  host->report_line(host->ctx, HSW_LINE_READY, 0, NULL);
  free(host);
  return NULL;
}

void fault_at_init(instance *in) {
  hsw_timer left;
  fault_attack();
  if (MUTANT(m24)) in->loop.add_timer(in->host.ctx, 3 * SECOND / 2, 4 * SECOND, on_late_timer, NULL, &left);
  if (MUTANT(x01)) signal(SIGPIPE, SIG_IGN);
  if (MUTANT(m60) || MUTANT(x20)) {
    sem_t *semaphore = calloc(1, sizeof *semaphore);
    pthread_t thread;
    if (!semaphore) return;
    sem_init(semaphore, 0, 0);
    if (MUTANT(m60) && start_thread(&thread, wait_for_post, semaphore)) in->faults.thread = (void *)thread;
    if (MUTANT(x20) && !pthread_create(&thread, NULL, wait_for_post, semaphore)) in->faults.thread = (void *)thread;
    in->faults.kept = semaphore;
  }
}

static void on_posted(void *semaphore) { sem_post(semaphore); }

void fault_at_destroy(instance *in) {
  pthread_t thread;
  if (MUTANT(m24_thread) && in->phase >= IDLE) {
    hsw_host *host = malloc(sizeof *host);
    if (host) *host = in->host;
    if (host && start_thread(&thread, speak_later, host)) pthread_detach(thread);
  }
  if (MUTANT(m72) && calls_up(in)) {
    sem_t posted;
    sem_init(&posted, 0, 0);
    in->host.post(in->host.ctx, on_posted, &posted);
    wait_for_post(&posted);
  }
  if (MUTANT(m60) || (MUTANT(x20) && in->faults.kept)) {
    sem_post(in->faults.kept); /* m60: even if init failed */
    pthread_join((pthread_t)in->faults.thread, NULL);
    free(in->faults.kept);
  }
}

/* -------------------------------------------------------------------------------------------------------------------------- calls */

void fault_at_start(instance *in) {
  static int has_blocked;
  (void)in;
  if (MUTANT(m36) && !has_blocked) { /* nearly as long as a connect() to a dead address takes to give up */
    has_blocked = 1;
    sleep_ms(2500);
  }
}

static void leak_child(void) {
  extern char **environ;
  char *arguments[] = {(char[]){"sleep"}, (char[]){"60"}, NULL};
  pid_t child;
  posix_spawnp(&child, "sleep", NULL, NULL, arguments, environ);
}

static void leak_file(void) {
  const char *folder = getenv("TMPDIR");
  char name[4096];
  int fd;
  snprintf(name, sizeof name, "%s/reference-XXXXXX", folder ? folder : "/tmp");
  fd = mkostemp(name, O_CLOEXEC);
  if (fd >= 0) close(fd);
}

void fault_at_end_of_call(instance *in) {
  pthread_t thread;
  hsw_timer timer;
  if (MUTANT(m40)) fault_delete_timer_elsewhere(in);
  if (MUTANT(m50_fd)) fcntl(in->listener, F_DUPFD_CLOEXEC, 3);
  if (MUTANT(m50_thread) && start_thread(&thread, wait_for_ever, NULL)) pthread_detach(thread);
  if (MUTANT(m50_timer)) in->loop.add_timer(in->host.ctx, 3600 * SECOND, 0, on_late_timer, NULL, &timer);
  if (MUTANT(m50_child)) leak_child();
  if (MUTANT(m50_file)) leak_file();
  if (MUTANT(x14)) {
    char *lost = malloc(16384);
    if (lost) memset(lost, 1, 16384);
    *(char *volatile *)&in->faults.kept = lost;
  }
}

typedef struct deletion {
  instance *in;
  hsw_timer timer;
  hsw_status status;
} deletion;

static void *delete_timer(void *arg) {
  deletion *it = arg;
  it->status = it->in->loop.del_timer(it->in->host.ctx, it->timer);
  return NULL;
}

void fault_delete_timer_elsewhere(instance *in) {
  deletion it = {in, {0}, HSW_OK};
  pthread_t thread;
  if (in->loop.add_timer(in->host.ctx, 3600 * SECOND, 0, on_late_timer, NULL, &it.timer) != HSW_OK) return;
  if (start_thread(&thread, delete_timer, &it)) pthread_join(thread, NULL);
  if (it.status != HSW_OK) in->loop.del_timer(in->host.ctx, it.timer);
}

/* ---------------------------------------------------------------------------------------------------------- a lock across a report */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

typedef struct locked_report {
  instance *in;
  hsw_call call;
  hsw_call_state state;
  sem_t is_locked;
} locked_report;

static void *report_locked(void *arg) {
  locked_report *it = arg, said = *it;
  pthread_mutex_lock(&lock);
  sem_post(&it->is_locked); /* from here on `it` may be gone */
  said.in->host.report_state(said.in->host.ctx, said.call, now(said.in), said.state);
  pthread_mutex_unlock(&lock);
  return NULL;
}

/* Reports from a thread that holds the lock that every [loop] function takes. */
void fault_report_locked(instance *in, hsw_call c, hsw_call_state state) {
  locked_report it = {.in = in, .call = c, .state = state};
  pthread_t thread;
  sem_init(&it.is_locked, 0, 0);
  if (!start_thread(&thread, report_locked, &it)) return;
  pthread_detach(thread);
  wait_for_post(&it.is_locked);
}

void fault_lock(void) {
  if (!MUTANT(m41) && !WRONG(36)) return;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}

/* ---------------------------------------------------------------------------------------------------- k: attacks on the supervisor */

static void *exit_at_once(void *arg) {
  (void)arg;
  sleep_ms(5);
  _exit(0);
}

static void write_fake_results(void) {
  static const char results[] = "TAP version 14\n1..1\nok 1 - life.activate-cycle\n"
                                "{\"status\":\"pass\",\"test\":\"life.activate-cycle\",\"nonce\":\"\"}\n90 passed, 0 failed, 0 skipped\n";
  for (int fd = 1; fd < 64; fd++)
    if (write(fd, results, sizeof results - 1) < 0) continue;
  _exit(0);
}

static void leave_daemon(void) {
  if (fork()) return;
  setsid();
  if (fork()) _exit(0);
  sleep_ms(60000);
  _exit(0);
}

void fault_attack(void) {
  pthread_t thread;
  if (MUTANT(k01)) exit(0);
  if (MUTANT(k02) && start_thread(&thread, exit_at_once, NULL)) sleep_ms(1000);
  if (MUTANT(k03)) abort();
  if (MUTANT(k04)) raise(SIGSTOP);
  if (MUTANT(k05))
    for (volatile int is_spinning = 1; is_spinning;) {
    }
  if (MUTANT(k06)) write_fake_results();
  if (MUTANT(k07))
    for (int fd = 3; fd < 4096; fd++) close(fd);
  if (MUTANT(k08)) kill(getppid(), SIGKILL);
  if (MUTANT(k09)) leave_daemon();
}
