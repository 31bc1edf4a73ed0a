import { conflict } from '../../platform/http/problems.ts'

/** A 409 about a score that this process can't explain, because code of another version has computed it. */
export const scoreOfOtherCode = ({ seller_code, period }: { seller_code: string; period: string }) =>
  conflict(
    'score_of_other_code',
    `The score of ${seller_code} in ${period} was computed by another version of the service, and this one can't explain it: calculate ${period} again while the score is not final, or ask a process of that version.`,
  )
