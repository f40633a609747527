/* Keeps the library's transports, whose parameters change while the stack runs: its user agent gives no access to them. */
#include "../stack.h"
#include "wrapped.h"

#include <sofia-sip/su_tagarg.h>
#include <sofia-sip/tport.h>

tport_t *__real_tport_tcreate(tp_stack_t *owner, tport_stack_class_t const *class, su_root_t *root, tag_type_t tag, tag_value_t value, ...);
void __real_tport_destroy(tport_t *transports);

tport_t *__wrap_tport_tcreate(tp_stack_t *owner, tport_stack_class_t const *class, su_root_t *root, tag_type_t tag, tag_value_t value, ...) {
  ta_list tags;
  ta_start(tags, tag, value);
  tport_t *made = __real_tport_tcreate(owner, class, root, ta_tags(tags));
  ta_end(tags);
  csip_stack *stack = csip_gate_here();
  if (stack) stack->sockets = made;
  return made;
}

void __wrap_tport_destroy(tport_t *transports) {
  csip_stack *stack = csip_gate_here();
  if (stack && stack->sockets == transports) stack->sockets = NULL;
  __real_tport_destroy(transports);
}
