/* wrong.c - the examples of the rules for call directories that are wrong, as requests of this directory: see ../Wrong/example.h. */
#include <ctype.h>

/* The frame's functions that the examples call. */
hsw_str frame_str(const char *text) { return string(text); }

static const hsw_directory_entry *wrong_entry(const hsw_directory_entry *true_entry) {
#if WRONG_EXAMPLE == 146
  static hsw_directory_entry changed;
  changed = *true_entry;
  changed.descriptor = &example_d;
  return &changed;
#else
  return true_entry;
#endif
}

/* Sends all entries, or the changes, as the reference does, but completes nothing. */
static hsw_status send_as_usual(void) { return is(host->token, own_token) && host->is_incremental(host->ctx) ? send_changes() : send_all(); }

/* Makes the request with the example in it; returns 0 for one that goes as usual. */
static int wrong_request(hsw_str settings, hsw_status *answer) {
  int is_changing = host->is_incremental(host->ctx), is_own = is(host->token, own_token);
  hsw_status status = HSW_OK;
  (void)settings, (void)is_changing, (void)is_own;
  count = usual_count;
#if WRONG_EXAMPLE == 147
  example_send_numbers(host);
#elif WRONG_EXAMPLE == 148
  status = example_label(host, first_number);
#elif WRONG_EXAMPLE == 149
  status = send_as_usual();
  if (!is_changing && status == HSW_OK) status = example_begin(host);
#elif WRONG_EXAMPLE == 150
  *answer = example_begin(host);
  return 1;
#elif WRONG_EXAMPLE == 151
  status = send_as_usual();
  if (status == HSW_OK) example_finish(host);
#elif WRONG_EXAMPLE == 152
  if (is_changing || !host->token.n) return 0;
  *answer = example_begin(host);
  return 1;
#elif WRONG_EXAMPLE == 153
  if (!is_changing || !is_own) return 0;
  status = example_begin(host);
#elif WRONG_EXAMPLE == 154
  if (!is_changing || is_own) return 0;
  status = example_begin(host);
#elif WRONG_EXAMPLE == 155
  char place[32];
  if (host->token.n) example_read_token(host, &place);
  return 0;
#elif WRONG_EXAMPLE == 156
  *answer = example_begin(settings);
  return *answer != HSW_OK;
#elif WRONG_EXAMPLE == 157
  if (settings.n) example_complain(settings);
  return 0;
#elif WRONG_EXAMPLE == 158
  int64_t numbers[usual_count];
  for (int place = 0; place < usual_count; place++) numbers[place] = first_number + 10 * place;
  example_send_numbers(host, numbers, usual_count);
  *answer = HSW_OK;
  return 1;
#elif WRONG_EXAMPLE == 159
  for (int place = 0; place < usual_count; place++) example_send_numbers(host, first_number + 10 * place);
#elif WRONG_EXAMPLE == 160
  example_flood(host);
#else
  return 0;
#endif
  if (status == HSW_OK) status = complete();
  *answer = status;
  return 1;
}
