#ifndef HOOKSWITCH_CTONES_H
#define HOOKSWITCH_CTONES_H
/* The tones of the telephone: what each country's sound like, players of them, and DTMF both ways, over spandsp.
 *
 * For hosts and plugins alike. Everything but a detector lives in memory of the caller's; nothing that renders or listens allocates, locks
 * or waits, so all of it may run on a [media] thread. One object is used by one thread at a time. Samples are 16-bit, one channel; rates are
 * 8,000, 16,000 or 48,000 a second. Levels are in dBm0: a sine of full scale is 3.14 dBm0, so dBm0 = dBFS (RMS) + 6.15.
 *
 *   CTonesPlan.h    tone plans: read from text, or one of the built-in countries'
 *   CTonesPlay.h    a tone's samples
 *   CTonesDTMF.h    digits as sound, and digits heard in sound
 *   CTonesListen.h  measuring: the power at a frequency, fewer samples a second
 */
#include "CTonesDTMF.h"
#include "CTonesListen.h"
#include "CTonesPlan.h"
#include "CTonesPlay.h"
#endif
