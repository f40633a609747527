/* faults_leaks.c - faults that lose something now and then: one descriptor, file or block in fifty of one kind of call or request. */

enum { NOW_AND_THEN = 50 };

static void lose_descriptor(unsigned *count) {
  if (++*count % NOW_AND_THEN == 0) eventfd(0, EFD_CLOEXEC);
}

static void lose_block(unsigned *count, size_t size) {
  static void *volatile lost;
  if (++*count % NOW_AND_THEN == 0) lost = malloc(size);
  (void)lost;
}

static void fault_of_leaks(enum fault_place place, instance *in) {
  static unsigned count;
  if (MUTANT(m211_failed) && place == AT_REFUSED_START) lose_descriptor(&count);
  if (MUTANT(m211_cancelled) && place == AT_CANCELLED_START && ++count % NOW_AND_THEN == 0) {
    hsw_timer left;
    in->loop.add_timer(in->host.ctx, 36000 * SECOND, 0, on_late_timer, NULL, &left);
  }
  if (MUTANT(m211_held) && place == AT_HOLD) lose_descriptor(&count);
  if (MUTANT(m212_settings) && place == AT_APPLY) lose_descriptor(&count);
  if (MUTANT(m212_dump) && place == AT_DUMP) lose_descriptor(&count);
  if (MUTANT(m212_reset) && place == AT_RESET) lose_descriptor(&count);
  if (MUTANT(m213_created) && place == AT_CREATE) lose_descriptor(&count);
  if (MUTANT(m213_activated) && place == AT_ACTIVATE) lose_descriptor(&count);
  if (MUTANT(m214_refused) && place == AT_REFUSED_CREATE) lose_block(&count, 24);
}

void fault_at_over(instance *in, const call *it) {
  static unsigned count;
  int is_declined = !it->is_outgoing && it->cause == HSW_CAUSE_REJECTED;
  (void)in;
  if (MUTANT(m211_declined) && is_declined) lose_descriptor(&count);
  if (MUTANT(m211_file) && ++count % NOW_AND_THEN == 0) {
    char name[32];
    snprintf(name, sizeof name, "call-%u", count);
    leave_file("HOME", name);
  }
  if (MUTANT(m214_block) && is_declined) lose_block(&count, 24);
  if (MUTANT(m214_mapped) && ++count % NOW_AND_THEN == 0) mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
