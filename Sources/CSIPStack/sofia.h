/* sofia-sip's user agent, with the stack's types in its callbacks. The files that use its types include it first. */
#ifndef CSIP_SOFIA_H
#define CSIP_SOFIA_H

#define SU_ROOT_MAGIC_T struct csip_stack
#define SU_PREPOLL_MAGIC_T struct csip_stack
#define NUA_MAGIC_T struct csip_stack
#define NUA_HMAGIC_T struct csip_dialog
#include <sofia-sip/nua.h>
#include <sofia-sip/su_wait.h>

#endif
