import type { Random } from '../../prisma/seed/random.ts'
import { inLines, type Outcome } from './client.ts'
import { APPEALED, CALCULATED, FINALIZED, KILL_SELLERS, type KillScene } from './kill-scene.ts'
import type { Loop } from './loops.ts'
import { createPusher, type Journal } from './pushes.ts'
import { surchargeOf, THIS_MONTH } from './scene.ts'

/** What an appeal has come to, as far as it was acknowledged. */
export interface Appeal {
  seller: string
  id?: number
  state: 'asked' | 'submitted' | 'reviewed' | 'decided'
}

/** A surcharge that was asked for under this key, and its id once it was acknowledged. */
export interface Surcharge {
  key: string
  seller: string
  id?: number
}

export const RAISED_TO = 77.77

/**
 * What is asked of the service, and what it has acknowledged, kept outside of it. Who gets no answer asks again: with
 * the same Idempotency-Key, or, where there is none, knowing that 409 may mean that it was done.
 */
export function createWork({ client, server }: Pick<KillScene, 'client' | 'server'>, random: Random) {
  const journal: Journal = new Map()
  const runs: number[] = []
  const finalized: number[] = []
  const appeals: Appeal[] = []
  const surcharges: Surcharge[] = []
  const push = createPusher(client, journal, THIS_MONTH)
  let scores: number[] | undefined

  async function calculate() {
    const asked = { body: { period: CALCULATED }, headers: { prefer: 'respond-async' } }
    const { status, body } = await client.ask('calculate', 'POST', '/api/sos/monthly/calculate', asked)
    if (status === 202 && !runs.includes(body.run_id)) runs.push(body.run_id)
  }

  async function finalize() {
    scores ??= (
      await server.query<{ id: number }>(
        `select id from monthly_scores where period = '${FINALIZED}' order by id`,
      )
    ).map(({ id }) => id)
    const id = scores[finalized.length]
    if (id === undefined) return
    const { status } = await client.ask('finalize', 'PATCH', `/api/sos/monthly/${id}/finalize`, { body: {} })
    if (status === 200) finalized.push(id)
  }

  /** One step of the appeal that is on its way, or the first of another one. */
  async function appeal() {
    const last = appeals.at(-1)
    if (last && last.state !== 'decided') return step(last)
    if (appeals.length === KILL_SELLERS) return
    const next: Appeal = { seller: `S-${appeals.length + 1}`, state: 'asked' }
    appeals.push(next)
    await step(next)
  }

  async function step(one: Appeal) {
    if (one.state === 'asked') {
      const headers = { 'idempotency-key': `appeal of ${one.seller}` }
      const answer = await client.ask('appeal', 'POST', '/api/appeals', { body: appealOf(one), headers })
      if (answer.status === 200) Object.assign(one, { id: answer.body.id, state: 'submitted' })
      return
    }
    const isReview = one.state === 'submitted'
    const answer = isReview ? await decide('review-ops', one) : await decide('review-am', one, ADJUSTMENT)
    if (answer.status === 200 || answer.status === 409) one.state = isReview ? 'reviewed' : 'decided'
  }

  const decide = (how: string, { id }: Appeal, more = {}) =>
    client.ask(how, 'PATCH', `/api/appeals/${id}/${how}`, { body: { decision: 'approve', ...more } })

  async function createSurcharge() {
    const n = surcharges.length + 1
    const one: Surcharge = { key: `surcharge-${n}`, seller: `S-${1 + (n % KILL_SELLERS)}` }
    surcharges.push(one)
    await askSurcharge(one)
  }

  async function askSurcharge(one: Surcharge) {
    const { status, body } = await client.ask('surcharge', 'POST', '/api/surcharges', {
      headers: { 'idempotency-key': one.key },
      body: { ...surchargeOf(one.seller), trigger_details: { key: one.key } },
    })
    if (status === 200) one.id = body.id
  }

  /** All that goes on until the process is killed, at another pace each time. */
  const loops = (withRun: boolean): Loop[] => [
    { pauseMs: 60, turn: () => push('json') },
    { pauseMs: 250, turn: () => push('lines') },
    { pauseMs: 150, turn: () => push('whole') },
    { pauseMs: random.whole(20, 80), turn: finalize },
    { pauseMs: random.whole(5, 30), turn: appeal },
    { pauseMs: random.whole(20, 60), turn: createSurcharge },
    { pauseMs: 100, turn: async (n) => n === 0 && withRun && calculate() },
  ]

  return {
    journal,
    runs,
    finalized,
    appeals,
    surcharges,
    loops,
    calculate,
    async forgetPushes() {
      await server.query(`delete from orders where order_code like '%/%'`)
      journal.clear()
    },
    /** Asks again for what had no answer. */
    async askAgain() {
      for (const one of surcharges.filter(({ id }) => id === undefined)) await askSurcharge(one)
      for (let left = 3; left > 0 && appeals.at(-1)?.state !== 'decided'; left--) await appeal()
    },
  }
}
export type Work = ReturnType<typeof createWork>

const ADJUSTMENT = { score_adjustment: { o_score_raw_after: 80, total_sos_after: RAISED_TO } }

const appealOf = ({ seller }: Appeal) => ({
  ...{ seller_code: seller, period: APPEALED, component_appealed: 'o_score', submitted_by_am_id: 1 },
  ...{ appeal_reason_type: 'data_error', description: 'See the report' },
})

/** Answers that are neither success nor the end of a connection with its process. 409: what was asked for is done. */
export const oddAnswers = (outcomes: Outcome[]): string[] =>
  inLines(
    outcomes.filter(
      ({ kind, status }) => !(FINE.has(status) || (status === 409 && kind.startsWith('review'))),
    ),
  )
const FINE = new Set<Outcome['status']>([200, 202, 'broken', 'cut'])
