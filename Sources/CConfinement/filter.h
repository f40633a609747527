#ifndef HOOKSWITCH_CCONFINEMENT_FILTER_H
#define HOOKSWITCH_CCONFINEMENT_FILTER_H

/* Refuses sockets that reach out of this machine. */
void hookswitch_forbid_network(void);

/* Refuses signals to other processes, and what else would stop, end or trace one. */
void hookswitch_forbid_signals(void);

#endif
