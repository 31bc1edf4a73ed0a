import { send, tagOf } from '../../api/client.ts'
import { ApiError, asApiError } from '../../api/errors.ts'
import { eachInTurn, type Outcome } from '../../logic/each-in-turn.ts'
import { score } from '../../logic/format.ts'
import type { ScoreRow } from './columns.tsx'
import { STATUS } from './score-status.ts'

export type Action = 'review' | 'finalize'

/** A score is not what somebody saw when they decided. */
export class ChangedSince extends Error {
  readonly now: ScoreRow
  constructor(before: ScoreRow, now: ScoreRow) {
    super(
      `${before.seller_code} has changed since you saw it: ${shown(before)}, now ${shown(now)}. Look at it, then try again.`,
    )
    this.now = now
  }
}

const shown = ({ total_sos, is_rated, tier, status, revision }: ScoreRow) =>
  `${is_rated ? score(total_sos) : tier.name}, ${STATUS[status].toLowerCase()}${revision > 1 ? ` (${revision})` : ''}`

const isSame = (one: ScoreRow, other: ScoreRow) => shown(one) === shown(other)

const MOST_TRIES = 4

/** Waits as the service asks, or twice as long each time; other answers don't change by asking again. */
function pauseAfter(error: unknown, tries: number): number | null {
  if (!(error instanceof ApiError) || tries >= MOST_TRIES) return null
  if (error.status !== 429 && error.status !== 503 && error.status !== 0) return null
  return Math.min(error.retryAfter ? error.retryAfter * 1000 : 500 * 2 ** tries, 60_000)
}

/** What is kept with each score. */
interface Body {
  reviewed_by?: string
  notes?: string
  /** Checks of the month's data over which it is finalized on purpose. */
  accept?: string[]
}

/**
 * Puts scores under review, or makes them final, one after another, each in the version that was seen: one that is
 * another by now is left alone and told.
 */
export const changeScores = (
  action: Action,
  rows: ScoreRow[],
  body: Body,
  { tell, signal }: { tell: (done: number) => void; signal: AbortSignal },
): Promise<Outcome<ScoreRow>[]> =>
  eachInTurn(rows, (row) => changeOne(action, row, body), { tell, signal, pauseAfter })

async function changeOne(action: Action, row: ScoreRow, body: Body) {
  const path = { id: row.id }
  const now = await send('GET', '/api/sos/monthly/{id}', { path })
  if (!isSame(row, now)) throw new ChangedSince(row, now)
  await send('PATCH', `/api/sos/monthly/{id}/${action}`, { path, body, ifMatch: tagOf(now) })
}

/** Why a score was not changed, in a sentence that names it. */
export const sentenceOf = ({ item, error }: Outcome<ScoreRow>) =>
  error instanceof ChangedSince ? error.message : `${item.seller_code}: ${asApiError(error).message}`
