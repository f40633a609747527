/* Answers an INVITE with 100 Trying only when nothing else is sent within 200 ms (RFC 3261 section 17.2.1).
 *
 * sofia-sip's user agent sends it at once, although another response usually follows within milliseconds: for each call that is a message
 * more to send, and one to read at the other end. Its transactions can send it after 200 ms by themselves, but over streams only after
 * seconds. */
#include "wrapped.h"

#include <sofia-sip/nta.h>
#include <sofia-sip/nta_tag.h>
#include <sofia-sip/sip_header.h>
#include <sofia-sip/su_tagarg.h>
#include <strings.h>

int __real_nta_incoming_treply(nta_incoming_t *transaction, int status, char const *phrase, tag_type_t tag, tag_value_t value, ...);

/* False over streams, and for a request with a Timestamp, which asks for the time of the first response (section 8.2.6.1). */
static int can_wait(nta_incoming_t *transaction) {
  msg_t *request = nta_incoming_getrequest(transaction);
  sip_t const *sip = request ? sip_object(request) : NULL;
  const int is_datagram = sip && sip->sip_via && strcasecmp(sip->sip_via->v_protocol, "SIP/2.0/UDP") == 0;
  const int has_timestamp = sip && sip->sip_timestamp;
  if (request) msg_destroy(request);
  return is_datagram && !has_timestamp;
}

int __wrap_nta_incoming_treply(nta_incoming_t *transaction, int status, char const *phrase, tag_type_t tag, tag_value_t value, ...) {
  if (csip_is_inside && status == 100 && nta_incoming_method(transaction) == sip_method_invite && can_wait(transaction) &&
      nta_incoming_set_params(transaction, NTATAG_EXTRA_100(1), TAG_END()) > 0)
    return 0;
  ta_list tags;
  ta_start(tags, tag, value);
  const int result = __real_nta_incoming_treply(transaction, status, phrase, ta_tags(tags));
  ta_end(tags);
  return result;
}
