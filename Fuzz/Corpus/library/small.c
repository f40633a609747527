/* A minimal library with the note and the entry symbol: the compiled result is the fuzzer's initial input. */
struct note {
  unsigned name_size, description_size, type;
  char name[12];
  unsigned major, minor, flags;
  char id[64], version[32];
};
__attribute__((section(".note.hookswitch"), aligned(4), used)) static const struct note note = {
    11, 108, 1, "Hookswitch", 1, 0, 1, "org.example.small", "1.0",
};
int hookswitch_transport_query(void *query) { return query != 0; }
