/* The state that the wrappers share. */
#include "wrapped.h"

__thread int csip_is_inside;
