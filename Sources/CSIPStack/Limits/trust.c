/* A list of trusted sources. */
#include "trust.h"

#include <string.h>

static int read_place(const char *address, csip_place *place) {
  su_sockaddr_t parsed = {.su_family = strchr(address, ':') ? AF_INET6 : AF_INET};
  if (su_inet_pton(parsed.su_family, address, SU_ADDR(&parsed)) != 1) return 0;
  *place = csip_place_of(&parsed);
  return 1;
}

static uint32_t index_of(const csip_trusted *trusted, csip_place place) {
  uint32_t i = 0;
  while (i < trusted->n && !csip_is_same(trusted->rows[i].place, place)) i++;
  return i;
}

int csip_is_trusted(const csip_trusted *trusted, csip_place place) { return index_of(trusted, place) < trusted->n; }

void csip_trust_add(csip_trusted *trusted, const char *address) {
  csip_place place;
  if (!read_place(address, &place)) return;
  const uint32_t i = index_of(trusted, place);
  if (i == CSIP_TRUSTED) return;
  if (i == trusted->n) {
    trusted->rows[i].place = place;
    trusted->rows[i].by = 0;
    trusted->n++;
  }
  trusted->rows[i].by++;
}

void csip_trust_remove(csip_trusted *trusted, const char *address) {
  csip_place place;
  if (!read_place(address, &place)) return;
  const uint32_t i = index_of(trusted, place);
  if (i == trusted->n || --trusted->rows[i].by > 0) return;
  trusted->rows[i] = trusted->rows[--trusted->n];
}
