/* Repairs of session descriptions. */
#ifndef CSIP_DESCRIPTIONS_H
#define CSIP_DESCRIPTIONS_H

#include <stddef.h>

int csip_mend_description(char *text, size_t bytes); /* 1 if it repaired something */

#endif
