import type { Test } from 'tap'
import { inLines, type Outcome } from './client.ts'
import { SLACK_MS } from './polling.ts'
import type { Scene } from './scene.ts'

const isSuccess = ({ status }: Outcome) => status === 200 || status === 202

/** Nothing hung, nothing was broken off, and whoever could not be served was told 503 and when to come back. */
export async function expectAnswers(t: Test, { client: { outcomes }, service }: Scene) {
  const failed = outcomes.filter(({ status }) => status === 500)
  const those = (which: (outcome: Outcome) => boolean) => inLines(outcomes.filter(which))
  await t.test('nothing hung beyond its bound, and every answer came whole', async (t) => {
    t.same(
      those(({ status }) => status === 'hung'),
      [],
      'requests that had no answer within their bound',
    )
    // The status of an export has been sent when its connection breaks: that its text ends early is all it can say.
    t.same(
      those(({ kind, status }) => status === 'broken' || (status === 'cut' && kind !== 'export')),
      [],
      'requests whose connection ended before the end of the answer',
    )
  })
  await t.test('whoever could not be served was told 503, and when to come back', async (t) => {
    for (const [kind, [first]] of Map.groupBy(failed, ({ kind }) => kind))
      t.comment(`${kind} was answered 500: ${service.errorOf(first?.body.error)}`)
    t.same(
      those((outcome) => typeof outcome.status === 'number' && !isSuccess(outcome) && outcome.status !== 503),
      [],
      'answers other than success and 503',
    )
    t.same(
      those(({ status, retryAfter }) => status === 503 && !(Number(retryAfter) > 0)),
      [],
      'answers 503 without Retry-After',
    )
  })
}

const AWAY = "The database can't be reached; try again in a few seconds."

/** What was asked and answered while the database was away: 503 in one sentence, but that the process lives. */
export async function expectAway(t: Test, outcomes: Outcome[], from: number, to: number) {
  const answered = outcomes.filter(({ sentAt, ms }) => sentAt >= from && sentAt + ms <= to)
  const of = (...kinds: string[]) => answered.filter(({ kind }) => kinds.includes(kind))
  const others = answered.filter(({ kind }) => kind !== 'health' && kind !== 'readiness')
  const isAway = ({ status, body }: Outcome) => status === 503 && body?.error === AWAY
  t.comment(`${answered.length} requests were sent and answered meanwhile`)
  t.ok(others.length > 0, 'requests were sent and answered meanwhile')
  t.same(inLines(others.filter((outcome) => !isAway(outcome))), [], `answers other than 503 ${AWAY}`)
  t.same(inLines(of('health').filter(({ status }) => status !== 200)), [], 'the process itself lives')
  t.same(inLines(of('readiness').filter(({ status }) => status !== 503)), [], 'it is not ready')
}

/** How long nobody may be served where everybody should be, for a machine that is loaded refuses one now and then. */
const GAP_MS = 2_000 + SLACK_MS / 2

/** Requests of these kinds were served all the time, from one until another (Date.now()). */
export function expectSteady(t: Test, outcomes: Outcome[], kinds: string[], from: number, to: number) {
  for (const kind of kinds) {
    const served = outcomes
      .filter((outcome) => outcome.kind === kind && outcome.status === 200)
      .map(({ sentAt, ms }) => sentAt + ms)
      .filter((at) => at >= from && at <= to)
    const moments = [from, ...served.toSorted((one, other) => one - other), to]
    const gap = Math.max(...moments.slice(1).map((moment, n) => moment - (moments[n] as number)))
    t.comment(`${kind} was served ${served.length} times; the longest time without was ${gap} ms`)
    t.ok(gap <= GAP_MS, `${kind} was never without a good answer for longer than ${GAP_MS} ms`)
  }
}
