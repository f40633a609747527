/* sofia-sip: the SIP stack. Its headers lie in a folder of their own, whose version is part of its name. */
#if __has_include(<sofia-sip/nua.h>)
#include <sofia-sip/nua.h>
#else
#error "CSofia needs a header that is missing: apt-get install libsofia-sip-ua-dev"
#endif
