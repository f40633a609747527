/* faults_unload.c - faults that leave something in the process after the last unload. */

/* The C library's own function; a program's pthread_atfork passes the file, so that dlclose takes the handlers away. */
extern int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *file);

static void on_user_signal(int signal) { (void)signal; }
static void after_fork(void) {}
static void at_end_of_value(void *value) { (void)value; }

static void make_timer(void) {
  struct sigevent nothing = {.sigev_notify = SIGEV_NONE};
  timer_t timer;
  timer_create(CLOCK_MONOTONIC, &nothing, &timer);
}

static void fault_of_unloading(enum fault_place place) {
  static char buffer[4096], variable[] = "REFERENCE_LOADED=1";
  static int is_done;
  pthread_key_t key;
  if (place != AT_LOAD || is_done) return;
  is_done = 1;
  if (MUTANT(m209_timer)) make_timer();
  if (MUTANT(m209_descriptor)) eventfd(0, EFD_CLOEXEC);
  if (MUTANT(m210_buffer)) setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  if (MUTANT(m210_variable)) putenv(variable);
  if (MUTANT(m210_fork)) __register_atfork(NULL, NULL, after_fork, NULL);
  if (MUTANT(m210_signal)) signal(SIGUSR1, on_user_signal);
  if (MUTANT(m210_key)) pthread_key_create(&key, at_end_of_value); /* whose destructor is gone when a thread has a value */
}
