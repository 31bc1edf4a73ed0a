import { inForm } from '../setup/form.ts'

/** What a loaded machine may add to every bound, in milliseconds. */
export const SLACK_MS = inForm({ short: 6_000, long: 10_000 })
