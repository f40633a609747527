/* SQLite. */
#if __has_include(<sqlite3.h>)
#include <sqlite3.h>
#else
#error "CSQLite needs a header that is missing: apt-get install libsqlite3-dev"
#endif

/* SQLITE_TRANSIENT casts a number to a function pointer, which Swift does not import: SQLite copies the bytes. */
static inline int hookswitch_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}
static inline int hookswitch_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
  return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}
