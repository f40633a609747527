/* Answers of name servers, put right before the library goes by them. */
#include "stack.h"
#include "jumps.h"

#include <sofia-sip/sresolv.h>
#include <sofia-resolv/sres_record.h>

/* Among the ways to a domain (RFC 3263 section 4.1) the library takes one by its preference alone where their orders differ, and so the last of those
 * in the RFC's own example. By one order, and their ranks for preferences, it takes the first. */
static int by_rank(sres_resolver_t *resolver, sres_record_t **answers) {
  const int status = sres_sort_answers(resolver, answers);
  uint16_t rank = 0;
  for (size_t i = 0; answers && answers[i]; i++) {
    sres_naptr_record_t *pointer = answers[i]->sr_naptr;
    if (pointer->na_record->r_status || pointer->na_record->r_type != sres_type_naptr) continue;
    pointer->na_order = 1;
    pointer->na_prefer = ++rank;
  }
  return status;
}

void csip_keep_order(void) {
  static const csip_jump jumps[] = {{"sres_sort_answers", (void *)by_rank}};
  csip_lead(jumps, sizeof jumps / sizeof *jumps);
}
