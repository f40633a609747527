#include "resampling.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Two filters, designed by Kaiser's window method.
 *
 * Between 8 and 16 kHz a half-band filter: every other tap is zero, so one of two samples passes unchanged. Between 16 and 48 kHz a
 * third-band filter in three phases; after a half-band filter its task is easier (the images begin at 11.6 kHz), so it is shorter.
 *
 * All inner loops have one form: each output is a window of a contiguous stream times the same taps. The vectors run along the outputs,
 * not along the taps, so that no vector needs a horizontal sum. */

enum {
    FRAME_8 = 160,
    FRAME_16 = 320,
    FRAME_48 = 960,
    HALF_TAPS = 64,    /* nonzero taps, without the middle one */
    THIRD_TAPS = 14,   /* per phase, after the half-band filter */
    SHARP_TAPS = 64,   /* per phase, alone */
    MOST_TAPS = 64,
};

static const double attenuation = 96;

struct filters {
    float half[HALF_TAPS];
    float third[3][THIRD_TAPS];
    float sharp[3][SHARP_TAPS];
};
static struct filters filters;
static pthread_once_t filters_once = PTHREAD_ONCE_INIT;

static double bessel_i0(double x)
{
    double sum = 1, term = 1;
    for (int k = 1; term > sum * 1e-12; k++) {
        term *= (x / (2 * k)) * (x / (2 * k));
        sum += term;
    }
    return sum;
}

/* Returns the window at `x` from -1 to 1. */
static double kaiser(double x)
{
    double beta = 0.1102 * (attenuation - 8.7);
    return fabs(x) >= 1 ? 0 : bessel_i0(beta * sqrt(1 - x * x)) / bessel_i0(beta);
}

static double sinc(double x) { return x == 0 ? 1 : sin(M_PI * x) / (M_PI * x); }

/* Makes three phases of a low-pass at a third of the band, each in the order of a window from old to new samples. */
static void make_third(float *phases, int taps)
{
    int length = 3 * taps;
    double middle = (length - 1) / 2.0;
    for (int phase = 0; phase < 3; phase++) {
        double sum = 0;
        for (int k = 0; k < taps; k++) {
            double n = 3 * k + phase - middle;
            double value = sinc(n / 3) * kaiser(n / (middle + 1));
            phases[phase * taps + taps - 1 - k] = (float)value;
            sum += value;
        }
        /* Each phase has a gain of 1 for a constant. */
        for (int k = 0; k < taps; k++) phases[phase * taps + k] /= (float)sum;
    }
}

static void make_filters(void)
{
    double sum = 0;
    for (int k = 0; k < HALF_TAPS; k++) {
        int n = 2 * k - HALF_TAPS + 1;
        filters.half[k] = (float)(sinc(n / 2.0) * kaiser((double)n / HALF_TAPS));
        sum += filters.half[k];
    }
    for (int k = 0; k < HALF_TAPS; k++) filters.half[k] /= (float)sum;
    make_third(&filters.third[0][0], THIRD_TAPS);
    make_third(&filters.sharp[0][0], SHARP_TAPS);
}

/* Computes y[i] = sum of taps[k] * x[i + k], or adds it to y; `count` is a multiple of 32. */
typedef float lane __attribute__((vector_size(32), aligned(4)));

static inline __attribute__((always_inline)) void filter_lanes(
    const float *x, const float *taps, int tap_count, float *y, int count, int adds)
{
    for (int i = 0; i < count; i += 32) {
        lane *out = (lane *)(y + i);
        lane zero = {0};
        lane a = adds ? out[0] : zero, b = adds ? out[1] : zero, c = adds ? out[2] : zero, d = adds ? out[3] : zero;
        for (int k = 0; k < tap_count; k++) {
            const lane *in = (const lane *)(x + i + k);
            lane tap = zero + taps[k];
            a += tap * in[0];
            b += tap * in[1];
            c += tap * in[2];
            d += tap * in[3];
        }
        out[0] = a;
        out[1] = b;
        out[2] = c;
        out[3] = d;
    }
}

typedef void filter_function(const float *x, const float *taps, int tap_count, float *y, int count, int adds);

static void filter_plain(const float *x, const float *taps, int tap_count, float *y, int count, int adds)
{
    filter_lanes(x, taps, tap_count, y, count, adds);
}

#if defined(__x86_64__)
/* Vectors of twice the width, and fused multiply-add. */
__attribute__((target("avx2,fma"))) static void filter_wide(
    const float *x, const float *taps, int tap_count, float *y, int count, int adds)
{
    filter_lanes(x, taps, tap_count, y, count, adds);
}

static filter_function *best_filter(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? filter_wide : filter_plain;
}
#else
static filter_function *best_filter(void) { return filter_plain; }
#endif

/* A stream, preceded by the earlier samples that its filter needs. */
struct stream {
    float samples[MOST_TAPS + FRAME_16];
};

struct hookswitch_resampler {
    uint32_t from, to;
    filter_function *filter;
    struct stream half[2];   /* up: the input; down: even and odd samples */
    struct stream third[3];  /* up: the input; down: every third sample */
    float scratch[3 * FRAME_16];
};

/* Keeps the last `kept` samples for the next frame. */
static void advance(struct stream *stream, int kept, int count)
{
    memmove(stream->samples, stream->samples + count, (size_t)kept * sizeof(float));
}

static inline int16_t rounded(float sample)
{
    float held = sample < -32768.0f ? -32768.0f : sample > 32767.0f ? 32767.0f : sample;
    /* 1.5 * 2^23: the addition rounds to the nearest even integer. */
    float shifted = held + 12582912.0f;
    int32_t bits;
    memcpy(&bits, &shifted, sizeof bits);
    return (int16_t)(bits - 0x4B400000);
}

/* Converts 8 kHz to 16 kHz: even outputs are input samples, odd outputs lie between them. */
static void half_up(hookswitch_resampler *r, float *out)
{
    const float *x = r->half[0].samples;
    float between[FRAME_8];
    r->filter(x, filters.half, HALF_TAPS, between, FRAME_8, 0);
    for (int i = 0; i < FRAME_8; i++) {
        out[2 * i] = x[i + HALF_TAPS / 2 - 1];
        out[2 * i + 1] = between[i];
    }
    advance(&r->half[0], HALF_TAPS - 1, FRAME_8);
}

static void half_down(hookswitch_resampler *r, const float *in, float *out)
{
    float *even = r->half[0].samples, *odd = r->half[1].samples;
    for (int i = 0; i < FRAME_8; i++) {
        even[HALF_TAPS / 2 - 1 + i] = in[2 * i];
        odd[HALF_TAPS - 1 + i] = in[2 * i + 1];
    }
    r->filter(odd, filters.half, HALF_TAPS, out, FRAME_8, 0);
    for (int i = 0; i < FRAME_8; i++) out[i] = 0.5f * (out[i] + even[i]);
    advance(&r->half[0], HALF_TAPS / 2 - 1, FRAME_8);
    advance(&r->half[1], HALF_TAPS - 1, FRAME_8);
}

/* Converts 16 kHz to 48 kHz. */
static void third_up(hookswitch_resampler *r, const float *phases, int taps, int16_t *out)
{
    float *y = r->scratch;
    for (int phase = 0; phase < 3; phase++)
        r->filter(r->third[0].samples, phases + phase * taps, taps, y + phase * FRAME_16, FRAME_16, 0);
    int16_t whole[3 * FRAME_16];
    for (int i = 0; i < 3 * FRAME_16; i++) whole[i] = rounded(y[i]);
    for (int i = 0; i < FRAME_16; i++) {
        out[3 * i] = whole[i];
        out[3 * i + 1] = whole[FRAME_16 + i];
        out[3 * i + 2] = whole[2 * FRAME_16 + i];
    }
    advance(&r->third[0], taps - 1, FRAME_16);
}

static void third_down(hookswitch_resampler *r, const float *phases, int taps, const int16_t *in, float *out)
{
    for (int i = 0; i < FRAME_16; i++) {
        r->third[0].samples[taps - 1 + i] = in[3 * i];
        r->third[1].samples[taps - 1 + i] = in[3 * i + 1];
        r->third[2].samples[taps - 1 + i] = in[3 * i + 2];
    }
    /* The newest of three samples gets the first phase. */
    for (int place = 0; place < 3; place++) {
        r->filter(r->third[place].samples, phases + (2 - place) * taps, taps, out, FRAME_16, place > 0);
        advance(&r->third[place], taps - 1, FRAME_16);
    }
    for (int i = 0; i < FRAME_16; i++) out[i] *= 1.0f / 3;
}

static void take(float *samples, const int16_t *in, int count)
{
    for (int i = 0; i < count; i++) samples[i] = in[i];
}

static void give(const float *samples, int16_t *out, int count)
{
    for (int i = 0; i < count; i++) out[i] = rounded(samples[i]);
}

void hookswitch_resampler_frame(hookswitch_resampler *r, const int16_t *in, int16_t *out)
{
    float wide[FRAME_16], narrow[FRAME_8];
    switch (r->from / 1000 * 100 + r->to / 1000) {
    case 816:
        take(r->half[0].samples + HALF_TAPS - 1, in, FRAME_8);
        half_up(r, wide);
        give(wide, out, FRAME_16);
        break;
    case 848:
        take(r->half[0].samples + HALF_TAPS - 1, in, FRAME_8);
        half_up(r, r->third[0].samples + THIRD_TAPS - 1);
        third_up(r, &filters.third[0][0], THIRD_TAPS, out);
        break;
    case 1648:
        take(r->third[0].samples + SHARP_TAPS - 1, in, FRAME_16);
        third_up(r, &filters.sharp[0][0], SHARP_TAPS, out);
        break;
    case 1608:
        take(wide, in, FRAME_16);
        half_down(r, wide, narrow);
        give(narrow, out, FRAME_8);
        break;
    case 4808:
        third_down(r, &filters.third[0][0], THIRD_TAPS, in, wide);
        half_down(r, wide, narrow);
        give(narrow, out, FRAME_8);
        break;
    case 4816:
        third_down(r, &filters.sharp[0][0], SHARP_TAPS, in, wide);
        give(wide, out, FRAME_16);
        break;
    }
}

hookswitch_resampler *hookswitch_resampler_new(uint32_t from, uint32_t to)
{
    int is_known = (from == 8000 || from == 16000 || from == 48000) && (to == 8000 || to == 16000 || to == 48000) && from != to;
    if (!is_known || pthread_once(&filters_once, make_filters) != 0) return NULL;
    hookswitch_resampler *resampler = calloc(1, sizeof *resampler);
    if (!resampler) return NULL;
    resampler->from = from;
    resampler->to = to;
    resampler->filter = best_filter();
    return resampler;
}

void hookswitch_resampler_reset(hookswitch_resampler *resampler)
{
    memset(resampler->half, 0, sizeof resampler->half);
    memset(resampler->third, 0, sizeof resampler->third);
}

void hookswitch_resampler_free(hookswitch_resampler *resampler) { free(resampler); }
