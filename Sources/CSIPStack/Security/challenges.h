/* Challenges (401, 407) to our requests. */
#ifndef CSIP_CHALLENGES_H
#define CSIP_CHALLENGES_H

#include "../Calls/dialogs.h"

enum { CSIP_REALMS = 256 };

/* The realms that registrars have shown; the oldest makes room. */
typedef struct {
  struct {
    uint64_t account;
    unsigned long realm; /* a hash */
  } rows[CSIP_REALMS];
  uint32_t n;
} csip_realms;

void csip_challenges_register(void);
int csip_answer_challenge(csip_stack *, csip_dialog *, sip_t const *); /* 1 if it answered */
void csip_challenges_over(csip_dialog *);                              /* the challenged request has its final answer */

#endif
