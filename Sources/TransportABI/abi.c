#include "hookswitch/transport.h"
