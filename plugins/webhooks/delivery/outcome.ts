import { failureSentence } from './failure.ts'
import { ATTEMPTS, nextAttempt, retryAfter } from './schedule.ts'

const { STATUS_CODES } = process.getBuiltinModule('node:http') // an import would load its WebSocket, and so undici

/** How an attempt ended. A status that has come decides, even when the body is cut off after it. */
export type Ending = { status: number; headers?: AnswerHeaders } | { error: unknown }
type AnswerHeaders = Record<string, string | string[] | undefined>

/**
 * What follows from an attempt. `failed` is a delivery without attempts left; `disable` ends the delivery and the
 * subscription. `reason` is one sentence for the log. `next_attempt_at` is null except for `retry`.
 */
export type Classification = {
  outcome: 'delivered' | 'retry' | 'failed' | 'disable'
  reason: string
  next_attempt_at: Date | null
}

/** Statuses whose `Retry-After` is honoured. */
const WAITING = [429, 503]

/**
 * Classifies attempt number `attempt` (from 1), which ended at `now`; `random` is within [0, 1). Everything that is not
 * a 2xx or a 410 is tried again on the schedule, a refused address too: what a name resolves to is checked again at
 * each attempt, and may have been put right by then.
 */
export function classifyResponse(
  given: Ending & { attempt: number; now: Date; random: number },
): Classification {
  const { attempt, now, random } = given
  const said = 'status' in given ? answerSentence(given.status) : failureSentence(given.error)
  const status = 'status' in given ? given.status : 0
  if (status >= 200 && status < 300) return ended('delivered', said)
  if (status === 410)
    return ended(
      'disable',
      'The receiver answered 410 (Gone): it wants no more events, so the subscription is disabled.',
    )
  const asked = 'status' in given && WAITING.includes(status) ? given.headers?.['retry-after'] : undefined
  const wish = retryAfter(asked, now)
  const next = nextAttempt({ attempt, now, random, retryAfter: wish })
  if (next === null) return ended('failed', `${said} It was the last of ${ATTEMPTS} attempts.`)
  const putOff = wish !== null && wish.getTime() === next.getTime()
  const reason = putOff ? `${said} It asked to wait, until ${wish.toISOString()} at least.` : said
  return { outcome: 'retry', reason, next_attempt_at: next }
}

const ended = (outcome: Classification['outcome'], reason: string) => ({
  outcome,
  reason,
  next_attempt_at: null,
})

function answerSentence(status: number) {
  const name = STATUS_CODES[status]
  const answered = `The receiver answered ${status}${name ? ` (${name})` : ''}`
  return status >= 300 && status < 400 ? `${answered}: redirects are not followed.` : `${answered}.`
}
