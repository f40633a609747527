#if __has_include(<ltdl.h>)
#include <ltdl.h>
#else
#error "libltdl is missing: apt-get install libltdl-dev"
#endif
