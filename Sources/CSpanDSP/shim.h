/* spandsp: tones, DTMF, G.711 and G.722. Its headers use these standard headers without including them. */
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#if __has_include(<spandsp.h>)
#include <spandsp.h>
#else
#error "CSpanDSP needs a header that is missing: apt-get install libspandsp-dev"
#endif
