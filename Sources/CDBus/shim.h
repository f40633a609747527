/* libdbus: how rtkit is asked for a real-time thread. */
#if __has_include(<dbus/dbus.h>)
#include <dbus/dbus.h>
#else
#error "CDBus needs a header that is missing: apt-get install libdbus-1-dev pkg-config"
#endif
