/* libdbus: the connection to rtkit, which makes threads real-time. */
#if __has_include(<dbus/dbus.h>)
#include <dbus/dbus.h>
#else
#error "CDBus needs a header that is missing: apt-get install libdbus-1-dev pkg-config"
#endif
