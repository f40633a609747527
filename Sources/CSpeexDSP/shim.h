/* speexdsp: the resampler. */
#if __has_include(<speex/speex_resampler.h>)
#include <speex/speex_resampler.h>
#else
#error "CSpeexDSP needs a header that is missing: apt-get install libspeexdsp-dev"
#endif
