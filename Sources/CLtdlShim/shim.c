#include "CLtdlShim.h"
