/* Registrations that another version has taken over.
 *
 * The library sends an un-REGISTER before it drops a registration. After a handover that would remove the Contact of the new version,
 * which has the same one. So the old version sends no REGISTER at all. */
#include "../stack.h"
#include "wrapped.h"

#include <sofia-sip/sip_header.h>
#include <sofia-sip/su_tagarg.h>

/* The library's internal function, which none of its headers declares: a negative result stands for a request that cannot be sent. */
int __real_nua_base_client_trequest(void *request, msg_t *msg, sip_t *sip, tag_type_t tag, tag_value_t value, ...);

int __wrap_nua_base_client_trequest(void *request, msg_t *msg, sip_t *sip, tag_type_t tag, tag_value_t value, ...) {
  const csip_stack *stack = csip_gate_here();
  if (stack && stack->handover.phase == CSIP_DRAINING && sip && sip->sip_request && sip->sip_request->rq_method == sip_method_register)
    return -1;
  ta_list tags;
  ta_start(tags, tag, value);
  const int result = __real_nua_base_client_trequest(request, msg, sip, ta_tags(tags));
  ta_end(tags);
  return result;
}
