#ifndef S
#define S
#endif
