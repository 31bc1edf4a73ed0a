/**
 * The tests have two forms. The short one runs with every change (`.ci/run`); with FORM=long in front, as
 * `npm run test:long` and `.ci/nightly` say, they ask the same of more: every entry, every role by every way, every moment of a kill, faults
 * that last as long as in the worst hours of a year.
 */
export const isLong = process.env.FORM === 'long'

/** The value for the form of the tests that runs now. */
export const inForm = <T>({ short, long }: { short: T; long: T }): T => (isLong ? long : short)

/** All in the long form; in the short one the first so many, which therefore differ most. */
export const someOf = <T>(all: readonly T[], short: number): T[] => (isLong ? [...all] : all.slice(0, short))

/** For `skip` of a test that only the long form has. */
export const inLongForm: string | false = !isLong && 'the long form has it: npm run test:long'
