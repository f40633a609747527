/* sofia-sip: the SIP stack. Its headers are in a folder whose name contains the version. */
#if __has_include(<sofia-sip/nua.h>)
#include <sofia-sip/nua.h>
#else
#error "CSofia needs a header that is missing: apt-get install libsofia-sip-ua-dev"
#endif
