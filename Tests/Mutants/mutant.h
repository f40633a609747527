/* mutant.h - selects the single fault of this build of the reference plugin.
 *
 * cc -DMUT_m26=1 makes MUTANT(m26) true and all others false, both in an `if` and in an `#if`. Without any -D the build is the
 * reference itself: every MUTANT() is 0, and the compiler drops the code behind it. mutants.tsv describes each fault. */
#ifndef REF_MUTANT_H
#define REF_MUTANT_H

#define MUTANT(name) MUTANT_IS(MUT_##name)
#define MUTANT_IS(flag) MUTANT_IS_(flag)
#define MUTANT_IS_(flag) MUTANT_PICK(MUTANT_COMMA_##flag)
#define MUTANT_PICK(comma_or_not) MUTANT_SECOND(comma_or_not 1, 0, 0)
#define MUTANT_COMMA_1 0,
#define MUTANT_SECOND(first, second, ...) second

#endif
