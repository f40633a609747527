#ifndef HOOKSWITCH_CTONES_NULLABILITY_H
#define HOOKSWITCH_CTONES_NULLABILITY_H
/* Nullability for compilers that support it: only pointers marked CTONES_NULLABLE may be NULL. */
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
