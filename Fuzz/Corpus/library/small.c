/* The smallest library with a note and the entry symbol; the fuzzer begins with what this compiles to. */
__attribute__((section(".note.hookswitch"),aligned(4))) const unsigned note[] = {11, 108, 1, 0x6b6f6f48, 0x74697773, 0x006863, 1, 0};
int hookswitch_transport_query(void *q) { return q != 0; }
