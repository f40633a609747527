#ifndef HOOKSWITCH_CTONES_SPANDSP_HEADERS_H
#define HOOKSWITCH_CTONES_SPANDSP_HEADERS_H
/* spandsp's headers use the standard ones without including them. */
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <spandsp.h>
#endif
