/* ref_config.c - the configuration: applied as a whole, or not at all. */

static const char schema[] =
    "{\n"
    "  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
    "  \"title\": \"Reference\",\n"
    "  \"type\": \"object\",\n"
    "  \"additionalProperties\": false,\n"
    "  \"properties\": {\n"
    "    \"name\": {\"description\": \"A name for people.\", \"type\": \"string\", \"maxLength\": 15, \"default\": \"\"},\n"
    "    \"own-number\": {\"description\": \"Ours, as those we call see it; empty for none.\", \"type\": \"string\",\n"
    "      \"pattern\": \"^([+]?[0-9*#]+)?$\", \"maxLength\": 31, \"default\": \"\"},\n"
    "    \"password\": {\"description\": \"The secret to register with; empty for none.\", \"type\": \"string\",\n"
    "      \"format\": \"hookswitch-secret\", \"maxLength\": 15, \"default\": \"\"},\n"
    "    \"delay-ms\": {\"description\": \"How long the network takes.\", \"type\": \"integer\",\n"
    "      \"minimum\": 0, \"maximum\": 60000, \"default\": 5},\n"
    "    \"max-calls\": {\"description\": \"Calls at once.\", \"type\": \"integer\",\n"
    "      \"minimum\": 1, \"maximum\": 8, \"default\": 8}\n"
    "  }\n"
    "}\n";

static const struct field {
  const char *key, *rule;
  size_t at, room; /* room 0: a number */
  long low, high;
} fields[] = {
    {"name", "a string of at most 15 characters", offsetof(settings, name), 64, 0, 15},
    {"own-number", "a telephone number of at most 31 digits, or empty", offsetof(settings, own_number), 32, 0, 31},
    {"password", "the name of a secret, at most 15 characters", offsetof(settings, password), 64, 0, 15},
    {"delay-ms", "a whole number from 0 to 60000", offsetof(settings, delay_ms), 0, 0, 60000},
    {"max-calls", "a whole number from 1 to 8", offsetof(settings, max_calls), 0, 1, MAX_CALLS},
};
enum { FIELDS = sizeof fields / sizeof *fields };

static long characters(const char *utf8_text) {
  long n = 0;
  for (; *utf8_text; utf8_text++) n += (*utf8_text & 0xc0) != 0x80;
  return n;
}

static int read_field(const struct field *f, settings *to, cursor *at) {
  char *place = (char *)to + f->at;
  long number;
  if (f->room) {
    if (!json_string(at, place, f->room) || characters(place) > f->high) return 0;
    return f->at != offsetof(settings, own_number) || !*place || is_phone_number(str(place));
  }
  if (!json_integer(at, &number) || number < f->low || number > f->high) return 0;
  *(unsigned *)(void *)place = (unsigned)number;
  return 1;
}

static int read_pair(settings *to, cursor *at, unsigned *seen, char *wrong, size_t room) {
  char key[32];
  unsigned i = 0;
  if (!json_string(at, key, sizeof key)) {
    snprintf(wrong, room, "configuration: / has a key that is not a string of at most 31 bytes");
    return 0;
  }
  while (i < FIELDS && strcmp(key, fields[i].key)) i++;
  if (i == FIELDS && MUTANT(x12)) { /* accepts an unknown key with a string or number */
    char any[64];
    long number;
    return json_skip(at, ':') && (json_string(at, any, sizeof any) || json_integer(at, &number));
  }
  if (i == FIELDS) {
    snprintf(wrong, room, MUTANT(x328) ? "configuration: /%.15s is not a setting" : "configuration: /%s is not a setting of this transport", key);
    return 0;
  }
  if (*seen & 1u << i) {
    snprintf(wrong, room, "configuration: /%s is given twice", key);
    return 0;
  }
  *seen |= 1u << i;
  if (json_skip(at, ':') && read_field(&fields[i], to, at)) return 1;
  snprintf(wrong, room, "configuration: /%s is not %s", key, fields[i].rule);
  return 0;
}

static int read_object(settings *to, cursor *at, char *wrong, size_t room) {
  unsigned seen = 0;
  snprintf(wrong, room, "configuration: / is not one JSON object");
  if (!json_skip(at, '{')) return 0;
  if (!json_skip(at, '}')) {
    do
      if (!read_pair(to, at, &seen, wrong, room)) return 0;
    while (json_skip(at, ','));
    snprintf(wrong, room, "configuration: / is not one JSON object, or has text after it");
    if (!json_skip(at, '}')) return 0;
  }
  return at->p == at->end;
}

/* Reads a text over the defaults. 0: nothing was changed, and `wrong` holds the path and a sentence. */
int read_settings(settings *to, hsw_str json, char *wrong, size_t room) {
  settings read = {.delay_ms = 5, .max_calls = MAX_CALLS};
  cursor at = {json.p, json.p ? json.p + json.n : NULL};
  snprintf(wrong, room, "configuration: / is not text in UTF-8, or too long");
  if (!is_text(json)) return 0;
  if (MUTANT(x248)) read = *to;
  if (MUTANT(m46)) return !json.n || read_object(to, &at, wrong, room); /* one key at a time, straight into the settings in force */
  if (json.n && !read_object(&read, &at, wrong, room)) return 0;
  *to = read;
  return 1;
}

static hsw_str config_schema(void *ctx) {
  (void)ctx;
  if (MUTANT(x314)) return fault_schema_on_stack(schema);
  if (MUTANT(x323)) return fault_changing_schema(schema);
  return str(MUTANT(x09) ? "{\"type\": \"object\", \"properties\": {" : schema);
}

static hsw_status config_apply(void *ctx, hsw_action a, hsw_str json, uint32_t deadline_ms) {
  instance *in = ctx;
  char wrong[160], password[sizeof in->settings.password];
  (void)deadline_ms;
  fault_lock();
  fault_at(AT_APPLY, in);
  if (in->phase < IDLE) return HSW_E_STATE;
  if (MUTANT(x310) && json.n) {
    fault_keep(json);
    fault_touch_later(in);
  }
  if (MUTANT(x321)) fault_follow_limit();
  if (MUTANT(x323)) fault_new_schema();
  memcpy(password, in->settings.password, sizeof password);
  if (!read_settings(&in->settings, json, wrong, sizeof wrong)) return say_failed(in, a, HSW_E_INVAL, HSW_CAUSE_UNKNOWN, wrong);
  if (in->phase != ACTIVE) return HSW_OK;
  if (MUTANT(x247))
    for (unsigned i = 0; i < MAX_RECORDS; i++) in->calls[i].is_held = 0;
  say_done(in, a, NULL);
  say_limits(in);
  if (in->settings.password[0] && strcmp(password, in->settings.password)) ask_for_password(in);
  return HSW_PENDING;
}

const hsw_config config_table = {.size = sizeof(hsw_config), .schema = config_schema, .apply = config_apply};
