/* libsndfile: WAV files. */
#if __has_include(<sndfile.h>)
#include <sndfile.h>
#else
#error "CSndFile needs a header that is missing: apt-get install libsndfile1-dev"
#endif
