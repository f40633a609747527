#ifndef HOOKSWITCH_CCONFORMANCE_H
#define HOOKSWITCH_CCONFORMANCE_H
/* What the conformance kit needs of C. */
#include "CConformanceFault.h"
#include "CConformanceGuard.h"
#include "CConformanceHarness.h"
#include "CConformanceWatch.h"
#endif
