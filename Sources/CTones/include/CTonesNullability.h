#ifndef HOOKSWITCH_CTONES_NULLABILITY_H
#define HOOKSWITCH_CTONES_NULLABILITY_H
/* Which pointers may be NULL, for compilers that want to know: those marked CTONES_NULLABLE and no other. */
#if defined(__clang__)
#define CTONES_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define CTONES_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#define CTONES_NULLABLE _Nullable
#else
#define CTONES_ASSUME_NONNULL_BEGIN
#define CTONES_ASSUME_NONNULL_END
#define CTONES_NULLABLE
#endif
#endif
