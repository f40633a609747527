#ifndef HOOKSWITCH_CCONFINEMENT_FILTER_H
#define HOOKSWITCH_CCONFINEMENT_FILTER_H

/* Refuses sockets that can reach other machines. */
void hookswitch_forbid_network(void);

/* Refuses signals to other processes, and other means to stop, end or trace one. */
void hookswitch_forbid_signals(void);

#endif
