/* Frees the event loop of a stack that cannot start. */
#include "../sofia.h"
#include "wrapped.h"

#include <sofia-sip/sofia_features.h>
#include <string.h>

int __real_su_clone_start(
    su_root_t *parent, su_clone_r clone, su_root_magic_t *magic, su_root_init_f initialise, su_root_deinit_f deinitialise);

/* Before it clones the loop, nua_create takes a reference to it. When the clone cannot start, it forgets the reference, and the loop would
 * keep its epoll descriptor and its two sockets until the program's end. Later versions give the reference back themselves. Nothing else that
 * is linked with the library clones a loop. */
int __wrap_su_clone_start(
    su_root_t *parent, su_clone_r clone, su_root_magic_t *magic, su_root_init_f initialise, su_root_deinit_f deinitialise) {
  const int status = __real_su_clone_start(parent, clone, magic, initialise, deinitialise);
  if (status != 0 && !strncmp(SOFIA_SIP_VERSION, "1.12.", 5)) {
    su_task_r kept = {*su_root_task(parent)};
    su_task_deinit(kept);
  }
  return status;
}
