import { conflict } from '../../platform/http/errors/problems.ts'

type Score = { seller_code: string; period: string }

/** How many sellers a warning names. */
const NAMED = 20

/** A 409 about a score that this process can't explain, because code of another version has computed it. */
export const engineMismatch = ({ seller_code, period }: Score) =>
  conflict(
    'score_of_other_code',
    `The score of ${seller_code} in ${period} was computed by another version of the service, and this one can't explain it: calculate ${period} again while the score is not final, or ask a process of that version.`,
  )

/**
 * The same about those scores of a month that a change of many leaves out, as `warnings` carry it; no warning when it
 * leaves out none. Runs compute no final scores and none of terminated sellers, so others don't wait for those.
 */
export function warnOfMismatches(scores: readonly Score[]): string[] {
  const [first] = scores
  if (!first) return []
  const named = scores.slice(0, NAMED).map(({ seller_code }) => seller_code)
  const others = scores.length > NAMED ? ` and ${scores.length - NAMED} more` : ''
  return [
    `Left out, because another version of the service computed their scores of ${first.period} and this one can't explain them: ${named.join(', ')}${others}. Calculate ${first.period} again while the sellers are active and the scores not final, or ask a process of that version.`,
  ]
}
