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
 * not along the taps, so that no vector needs a horizontal sum. Loads limit the speed: each loop keeps as many sums in registers as fit,
 * and uses what it loads for all of them. */

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

static inline int16_t rounded(float sample)
{
    float held = sample < -32768.0f ? -32768.0f : sample > 32767.0f ? 32767.0f : sample;
    /* 1.5 * 2^23: the addition rounds to the nearest even integer. */
    float shifted = held + 12582912.0f;
    int32_t bits;
    memcpy(&bits, &shifted, sizeof bits);
    return (int16_t)(bits - 0x4B400000);
}

typedef float lane __attribute__((vector_size(32), aligned(4)));
typedef int32_t wide_lane __attribute__((vector_size(32)));
typedef int16_t narrow_lane __attribute__((vector_size(16), aligned(2)));
enum { LANE = 8 };

static inline __attribute__((always_inline)) narrow_lane rounded_lane(const lane *sample)
{
    const lane zero = {0};
    const lane least = zero - 32768.0f, most = zero + 32767.0f;
    const wide_lane is_low = *sample < least, is_high = *sample > most;
    const wide_lane held = (is_low & (wide_lane)least) | (is_high & (wide_lane)most) | (~(is_low | is_high) & (wide_lane)*sample);
    return __builtin_convertvector((wide_lane)((lane)held + 12582912.0f) - 0x4B400000, narrow_lane);
}

/* Writes the samples of three phases in turn. */
static inline __attribute__((always_inline)) void interleave(narrow_lane a, narrow_lane b, narrow_lane c, int16_t *out)
{
    const narrow_lane ab[3] = {
        __builtin_shufflevector(a, b, 0, 8, -1, 1, 9, -1, 2, 10),
        __builtin_shufflevector(a, b, -1, 3, 11, -1, 4, 12, -1, 5),
        __builtin_shufflevector(a, b, 13, -1, 6, 14, -1, 7, 15, -1),
    };
    narrow_lane *lanes = (narrow_lane *)out;
    lanes[0] = __builtin_shufflevector(ab[0], c, 0, 1, 8, 3, 4, 9, 6, 7);
    lanes[1] = __builtin_shufflevector(ab[1], c, 10, 1, 2, 11, 4, 5, 12, 7);
    lanes[2] = __builtin_shufflevector(ab[2], c, 0, 13, 2, 3, 14, 5, 6, 15);
}

/* Computes y[i] = sum of taps[k] * x[i + k] for FRAME_8 samples. */
static inline __attribute__((always_inline)) void half_lanes(const float *x, const float *taps, float *y)
{
    enum { SUMS = 10 };
    for (int i = 0; i < FRAME_8; i += SUMS * LANE) {
        lane sums[SUMS] = {0};
        for (int k = 0; k < HALF_TAPS; k++) {
            const lane *in = (const lane *)(x + i + k);
            const lane tap = (lane){0} + taps[k];
            for (int j = 0; j < SUMS; j++) sums[j] += tap * in[j];
        }
        for (int j = 0; j < SUMS; j++) ((lane *)(y + i))[j] = sums[j];
    }
}

/* Computes three samples for each of FRAME_16, by three phases. */
static inline __attribute__((always_inline)) void third_up_lanes(const float *x, const float *phases, int taps, int16_t *out)
{
    enum { SUMS = 4 };
    for (int i = 0; i < FRAME_16; i += SUMS * LANE) {
        lane first[SUMS] = {0}, second[SUMS] = {0}, third[SUMS] = {0};
        for (int k = 0; k < taps; k++) {
            const lane *in = (const lane *)(x + i + k);
            const lane zero = {0}, a = zero + phases[k], b = zero + phases[taps + k], c = zero + phases[2 * taps + k];
            for (int j = 0; j < SUMS; j++) {
                const lane sample = in[j];
                first[j] += a * sample;
                second[j] += b * sample;
                third[j] += c * sample;
            }
        }
        for (int j = 0; j < SUMS; j++)
            interleave(rounded_lane(&first[j]), rounded_lane(&second[j]), rounded_lane(&third[j]), out + 3 * (i + j * LANE));
    }
}

/* Spreads LANE times three samples over three streams. */
static inline __attribute__((always_inline)) void spread(const int16_t *in, float *x, float *y, float *z)
{
    const narrow_lane *lanes = (const narrow_lane *)in;
    const narrow_lane a = lanes[0], b = lanes[1], c = lanes[2];
    const narrow_lane x_ab = __builtin_shufflevector(a, b, 0, 3, 6, 9, 12, 15, -1, -1);
    const narrow_lane y_ab = __builtin_shufflevector(a, b, 1, 4, 7, 10, 13, -1, -1, -1);
    const narrow_lane z_ab = __builtin_shufflevector(a, b, 2, 5, 8, 11, 14, -1, -1, -1);
    *(lane *)x = __builtin_convertvector(__builtin_shufflevector(x_ab, c, 0, 1, 2, 3, 4, 5, 10, 13), lane);
    *(lane *)y = __builtin_convertvector(__builtin_shufflevector(y_ab, c, 0, 1, 2, 3, 4, 8, 11, 14), lane);
    *(lane *)z = __builtin_convertvector(__builtin_shufflevector(z_ab, c, 0, 1, 2, 3, 4, 9, 12, 15), lane);
}

/* Appends FRAME_16 times three samples to three streams and adds up their phases; the newest of three samples gets the first phase. */
static inline __attribute__((always_inline)) void third_down_lanes(
    const int16_t *in, float *const x[3], const float *phases, int taps, float *y)
{
    enum { SUMS = 10 };
    for (int i = 0; i < FRAME_16; i += LANE) spread(in + 3 * i, x[0] + taps - 1 + i, x[1] + taps - 1 + i, x[2] + taps - 1 + i);
    for (int i = 0; i < FRAME_16; i += SUMS * LANE) {
        lane sums[SUMS] = {0};
        for (int place = 0; place < 3; place++) {
            for (int k = 0; k < taps; k++) {
                const lane *samples = (const lane *)(x[place] + i + k);
                const lane tap = (lane){0} + phases[(2 - place) * taps + k];
                for (int j = 0; j < SUMS; j++) sums[j] += tap * samples[j];
            }
        }
        for (int j = 0; j < SUMS; j++) ((lane *)(y + i))[j] = sums[j] * (1.0f / 3);
    }
}

/* The three loops for one kind of processor. */
struct loops {
    void (*half)(const float *x, const float *taps, float *y);
    void (*third_up)(const float *x, const float *phases, int taps, int16_t *out);
    void (*third_down)(const int16_t *in, float *const x[3], const float *phases, int taps, float *y);
};

#define LOOPS(kind, attributes)                                                                                    \
    attributes static void half_##kind(const float *x, const float *taps, float *y) { half_lanes(x, taps, y); }    \
    attributes static void third_up_##kind(const float *x, const float *phases, int taps, int16_t *out)            \
    {                                                                                                              \
        third_up_lanes(x, phases, taps, out);                                                                      \
    }                                                                                                              \
    attributes static void third_down_##kind(                                                                      \
        const int16_t *in, float *const x[3], const float *phases, int taps, float *y)                             \
    {                                                                                                              \
        third_down_lanes(in, x, phases, taps, y);                                                                  \
    }                                                                                                              \
    static const struct loops kind##_loops = {half_##kind, third_up_##kind, third_down_##kind};

LOOPS(plain, )

#if defined(__x86_64__)
/* Vectors of twice the width, and fused multiply-add. */
LOOPS(wide, __attribute__((target("avx2,fma"))))

static const struct loops *best_loops(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &wide_loops : &plain_loops;
}
#else
static const struct loops *best_loops(void) { return &plain_loops; }
#endif

/* A stream, preceded by the earlier samples that its filter needs. */
struct stream {
    float samples[MOST_TAPS + FRAME_16];
};

struct hookswitch_resampler {
    uint32_t from, to;
    const struct loops *loops;
    struct stream half[2];   /* up: the input; down: even and odd samples */
    struct stream third[3];  /* up: the input; down: every third sample */
};

/* Keeps the last `kept` samples for the next frame. */
static void advance(struct stream *stream, int kept, int count)
{
    memmove(stream->samples, stream->samples + count, (size_t)kept * sizeof(float));
}

/* Converts 8 kHz to 16 kHz: even outputs are input samples, odd outputs lie between them. */
static void half_up(hookswitch_resampler *r, float *out)
{
    const float *x = r->half[0].samples;
    float between[FRAME_8];
    r->loops->half(x, filters.half, between);
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
    r->loops->half(odd, filters.half, out);
    for (int i = 0; i < FRAME_8; i++) out[i] = 0.5f * (out[i] + even[i]);
    advance(&r->half[0], HALF_TAPS / 2 - 1, FRAME_8);
    advance(&r->half[1], HALF_TAPS - 1, FRAME_8);
}

/* Converts 16 kHz to 48 kHz. */
static void third_up(hookswitch_resampler *r, const float *phases, int taps, int16_t *out)
{
    r->loops->third_up(r->third[0].samples, phases, taps, out);
    advance(&r->third[0], taps - 1, FRAME_16);
}

static void third_down(hookswitch_resampler *r, const float *phases, int taps, const int16_t *in, float *out)
{
    float *const streams[3] = {r->third[0].samples, r->third[1].samples, r->third[2].samples};
    r->loops->third_down(in, streams, phases, taps, out);
    for (int place = 0; place < 3; place++) advance(&r->third[place], taps - 1, FRAME_16);
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
    resampler->loops = best_loops();
    return resampler;
}

void hookswitch_resampler_reset(hookswitch_resampler *resampler)
{
    memset(resampler->half, 0, sizeof resampler->half);
    memset(resampler->third, 0, sizeof resampler->third);
}

void hookswitch_resampler_free(hookswitch_resampler *resampler) { free(resampler); }
