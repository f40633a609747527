/* The public interfaces of systemd. */
#if __has_include(<systemd/sd-daemon.h>)
#include <systemd/sd-daemon.h>
#else
#error "CSystemd needs a header that is missing: apt-get install libsystemd-dev"
#endif

