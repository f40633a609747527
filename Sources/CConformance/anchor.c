#include "CConformance.h"
