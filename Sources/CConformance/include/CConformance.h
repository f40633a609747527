#ifndef HOOKSWITCH_CCONFORMANCE_H
#define HOOKSWITCH_CCONFORMANCE_H
/* The C parts of the conformance kit. */
#include "CConformanceAfterlife.h"
#include "CConformanceApart.h"
#include "CConformanceCanaries.h"
#include "CConformanceClocks.h"
#include "CConformanceFault.h"
#include "CConformanceGuard.h"
#include "CConformanceHarness.h"
#include "CConformanceHeap.h"
#include "CConformanceHeld.h"
#include "CConformanceOutput.h"
#include "CConformancePoison.h"
#include "CConformanceSurroundings.h"
#include "CConformanceSystemCalls.h"
#include "CConformanceWatch.h"
#endif
