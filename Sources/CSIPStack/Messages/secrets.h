/* Secrets in traced messages. */
#ifndef CSIP_SECRETS_H
#define CSIP_SECRETS_H

/* Hides those in a line. */
void csip_secrets_hide(char *line, int *is_within_a_header_that_has_some);

#endif
