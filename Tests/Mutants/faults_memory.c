/* faults_memory.c - faults about memory that crosses: what is kept though it was only lent, and what is handed out and then goes or changes.
 *
 * A fault that keeps a pointer touches one byte of it later: in a host, it would show another call's text. */

static const char *kept_text;
static const void *kept_struct;

void fault_keep(hsw_str lent) {
  if (lent.n) kept_text = lent.p;
}

void fault_keep_struct(const void *lent) { kept_struct = lent; }

void fault_touch(void) {
  if (kept_text) (void)*(volatile const char *)kept_text;
  if (kept_struct) (void)*(volatile const char *)kept_struct;
}

static void on_hour(instance *in, event *ev) {
  (void)in, (void)ev;
  fault_touch();
}

/* Touches what was kept an hour from now. */
void fault_touch_later(instance *in) { agenda_add(in, 3600 * SECOND, on_hour); }

/* ------------------------------------------------------------------------------------------------------------- memory that is dead */

/* Hides from the compiler that the memory is the function's own. */
static const void *hidden(const void *p) {
  const void *volatile seen = p;
  return seen;
}

hsw_str fault_text_on_stack(const char *text) {
  char room[64];
  snprintf(room, sizeof room, "%s", text);
  return (hsw_str){hidden(room), strlen(text)};
}

hsw_str fault_schema_on_stack(const char *text) {
  char room[4096];
  snprintf(room, sizeof room, "%s", text);
  return (hsw_str){hidden(room), strlen(text)};
}

/* Returns a copy in memory that is free by then. */
hsw_str fault_text_freed(const char *text) {
  char *copy = strdup(text);
  hsw_str s = {hidden(copy), strlen(text)};
  free(copy);
  return s;
}

const void *fault_table_on_stack(void) {
  hsw_health table = health_table;
  return hidden(&table);
}

/* ----------------------------------------------------------------------------------------------------------- memory that changes */

/* Returns the hold table, in writable memory; a first hold changes it. */
static hsw_hold changing_hold;

static hsw_status set_held_again(void *ctx, hsw_action a, hsw_call c, uint32_t on, uint32_t deadline_ms) {
  return hold_table.set_held(ctx, a, c, on, deadline_ms);
}

static hsw_status set_held_first(void *ctx, hsw_action a, hsw_call c, uint32_t on, uint32_t deadline_ms) {
  changing_hold.set_held = set_held_again;
  return set_held_again(ctx, a, c, on, deadline_ms);
}

const void *fault_changing_hold(void) {
  if (changing_hold.size) return &changing_hold;
  changing_hold.set_held = set_held_first;
  changing_hold.size = sizeof changing_hold;
  return &changing_hold;
}

/* Returns the schema in a buffer that `fault_new_schema` writes anew. */
static char changing_schema[4096];

hsw_str fault_changing_schema(const char *text) {
  if (!changing_schema[0]) snprintf(changing_schema, sizeof changing_schema, "%s", text);
  return str(changing_schema);
}

void fault_new_schema(void) {
  char *title = strstr(changing_schema, "ference");
  if (title) title--;
  if (title && *title < 'z') ++*title;
}

/* The descriptor, its name in memory that each look at it makes anew. */
const hsw_descriptor *fault_descriptor_anew(const hsw_descriptor *constant) {
  static hsw_descriptor made;
  static char *name;
  char *old = name;
  name = strdup(REF_NAME);
  made = *constant;
  made.name = str(name);
  free(old);
  return &made;
}

/* The descriptor, whose limit follows the last configuration. */
static hsw_descriptor following;

const hsw_descriptor *fault_descriptor_following(const hsw_descriptor *constant) {
  if (!following.size) following = *constant;
  return &following;
}

void fault_follow_limit(void) { following.reserved++; }
