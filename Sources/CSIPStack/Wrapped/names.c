/* Corrects the order of DNS answers. */
#include "wrapped.h"

#include <sofia-sip/sresolv.h>
#include <sofia-resolv/sres_record.h>

/* Among NAPTR records (RFC 3263 section 4.1) the library compares only preferences, even when the orders differ, and so takes the last
 * record of the RFC's own example. With equal orders, and ranks as preferences, it takes the first. */
int __real_sres_sort_answers(sres_resolver_t *resolver, sres_record_t **answers);

int __wrap_sres_sort_answers(sres_resolver_t *resolver, sres_record_t **answers) {
  const int status = __real_sres_sort_answers(resolver, answers);
  uint16_t rank = 0;
  for (size_t i = 0; answers && answers[i]; i++) {
    sres_naptr_record_t *pointer = answers[i]->sr_naptr;
    if (pointer->na_record->r_status || pointer->na_record->r_type != sres_type_naptr) continue;
    pointer->na_order = 1;
    pointer->na_prefer = ++rank;
  }
  return status;
}
