/* libpulse: the client library of the sound servers, PulseAudio and PipeWire both. */
#if __has_include(<pulse/pulseaudio.h>)
#include <pulse/pulseaudio.h>
#else
#error "CPulse needs a header that is missing: apt-get install libpulse-dev"
#endif
