/* The public interfaces of systemd: notifications of services, the journal, and D-Bus. */
#if __has_include(<systemd/sd-bus.h>)
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>
#else
#error "CSystemd needs a header that is missing: apt-get install libsystemd-dev"
#endif
