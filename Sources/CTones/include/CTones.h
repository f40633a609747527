#ifndef HOOKSWITCH_CTONES_H
#define HOOKSWITCH_CTONES_H
/* Telephone tones: each country's tone plan, tone players, and DTMF sending and detection, based on spandsp.
 *
 * For hosts and plugins. Everything but a detector lives in the caller's memory. Functions that render or detect do not allocate, lock
 * or wait, so they may run on a [media] thread. One thread at a time uses an object. Samples are 16-bit, one channel; rates are 8,000,
 * 16,000 or 48,000 Hz. Levels are in dBm0: a full-scale sine has 3.14 dBm0, so dBm0 = dBFS (RMS) + 6.15.
 *
 *     CTonesPlan.h    tone plans, built in or read from text
 *     CTonesPlay.h    tones as samples
 *     CTonesDTMF.h    DTMF sending and detection
 *     CTonesListen.h  measuring: power at a frequency, decimation
 */
#include "CTonesDTMF.h"
#include "CTonesListen.h"
#include "CTonesPlan.h"
#include "CTonesPlay.h"
#endif
