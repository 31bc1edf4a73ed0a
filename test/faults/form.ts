/**
 * The tests of this folder cause faults and look at what becomes of the real service meanwhile and afterwards. In
 * `npm run test:faults` a fault lasts for seconds; with FAULTS=long in front it lasts as long as in the worst hours of a
 * year: 20 s of broken connections, 15 s without a server, a minute of refused writes.
 */
export const isLong = process.env.FAULTS === 'long'

/** The value for the form of the tests that runs now. */
export const inForm = <T>({ short, long }: { short: T; long: T }): T => (isLong ? long : short)

/** What a loaded machine may add to every bound, in milliseconds. */
export const SLACK_MS = inForm({ short: 6_000, long: 10_000 })
