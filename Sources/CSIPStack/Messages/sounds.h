/* The audio part of session descriptions. */
#ifndef CSIP_SOUNDS_H
#define CSIP_SOUNDS_H

/* True when two descriptions have a codec in common. */
int csip_can_agree(const char *ours, const char *theirs);

#endif
