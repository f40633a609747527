#ifndef HOOKSWITCH_CCONFORMANCE_H
#define HOOKSWITCH_CCONFORMANCE_H
/* The C parts of the conformance kit. */
#include "CConformanceClocks.h"
#include "CConformanceFault.h"
#include "CConformanceGuard.h"
#include "CConformanceHarness.h"
#include "CConformancePoison.h"
#include "CConformanceWatch.h"
#endif
