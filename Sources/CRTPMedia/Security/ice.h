/* ICE, lite. */
#ifndef CRTP_ICE_H
#define CRTP_ICE_H

#include "../Packets/addresses.h"
#include "crtpmedia.h"

#define CHECKED 4

typedef struct {
  char user[33], password[65];
  uint8_t is_on, has_chosen, has_chosen_control;
  address checked[CHECKED];  /* the last sources of a check that proves the password */
  uint32_t n_checked;
} ice;

int crtp_ice_open(ice *, const crtp_settings *);
int crtp_ice_has_checked(const ice *, const address *);
void crtp_ice_hear(crtp_session *, const unsigned char *datagram, size_t bytes, const address *from, int is_control);

#endif
