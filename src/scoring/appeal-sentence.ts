import type { AppealExplanation } from './explanation.ts'

/** What an approved appeal made of a score; `follows` when the total that moved had been decided before. */
export function appealSentence(appeal: Omit<AppealExplanation, 'sentence'>, follows: boolean): string {
  const { component, raw_before, raw_after, raw_given, had_data, total_given } = appeal
  const totals = `from ${appeal.total_before} to ${appeal.total_after}`
  const raw = raw_given ? `set its raw from ${raw_before} to ${raw_after}` : `left its raw at ${raw_before}`
  const data = raw_given && !had_data ? ', which makes it a component with data' : ''
  const total = total_given
    ? ` The total was decided and not computed: it went ${totals}.`
    : ` The total ${follows ? 'of an earlier decision moved along,' : 'was computed anew and went'} ${totals}.`
  return `An appeal of ${component} ${raw}${data}.${total}`
}
