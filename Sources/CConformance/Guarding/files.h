#ifndef HOOKSWITCH_CCONFORMANCE_FILES_H
#define HOOKSWITCH_CCONFORMANCE_FILES_H
/* The files of a test, which are its own or may not be changed. */
#include <stdint.h>

/* Puts empty folders in memory at /tmp and /var/tmp of this mount namespace; of their former contents only those with one of the `paths`
 * (NULL last) in them are still there. Returns 0, or -1 with errno. Uses no heap. */
int hookswitch_own_temporary(char *const *paths);

/* Returns 1 if that is possible. It replaces /tmp, so a process that tries it must end. */
int hookswitch_may_own_temporary(void);

/* Restricts this process and its children by Landlock: no signal to another process, no trace of one, and, with `restricts_files`, no
 * change of a file outside `folder`, except in the folder of the file `shared` (NULL: none). A kernel without Landlock restricts nothing. Returns 0, or -1 with errno. Uses no heap. */
int hookswitch_landlock(const char *folder, const char *shared, uint32_t restricts_files);
#endif
