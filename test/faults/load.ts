import { setTimeout as delay } from 'node:timers/promises'
import { inForm } from '../setup/form.ts'
import { type Loop, runLoops } from './loops.ts'
import { sure } from './polling.ts'
import { createPusher, type Journal } from './pushes.ts'
import { LAST_MONTH, type Scene, SELLERS, surchargeOf, THIS_MONTH } from './scene.ts'

const WARM_ANSWERS = inForm({ short: 2, long: 30 })
const WARM_UP_MS = 240_000
const LOOK_MS = 200

export type Load = Awaited<ReturnType<typeof startLoad>>

/**
 * Everything that a month brings, at once and until it is stopped: pushes, reads, calculates, exports, and surcharges
 * whose events are delivered. Comes back when the service has warmed up to it.
 */
export async function startLoad({ client, service }: Scene) {
  const journal: Journal = new Map()
  const runs: number[] = []
  const surcharges: number[] = []
  const push = createPusher(client, journal, THIS_MONTH)
  const seller = (n: number) => `S-${1 + ((n * 7) % SELLERS)}`
  const get = (kind: string, path: string) => client.ask(kind, 'GET', path)

  const loops: Loop[] = [
    { pauseMs: 20, turn: (n) => get('enforcement', `/api/sos/sellers/${seller(n)}/enforcement`) },
    { pauseMs: 60, turn: (n) => get('score', `/api/sos/sellers/${seller(n)}/score`) },
    { pauseMs: 150, turn: () => get('list', `/api/sos/monthly?period=${LAST_MONTH}&limit=50`) },
    { pauseMs: 150, turn: () => get('health', '/api/health') },
    { pauseMs: 150, turn: () => get('readiness', '/api/health/ready') },
    { pauseMs: 200, turn: () => push('json') },
    { pauseMs: 500, turn: () => push('lines') },
    { pauseMs: 300, turn: () => push('whole') },
    { pauseMs: 600, turn: exportScores },
    { pauseMs: 50, turn: createSurcharge },
    { pauseMs: 1_000, turn: calculate },
  ]

  async function exportScores() {
    const asked = { headers: { accept: 'text/csv' } }
    const { status, body } = await client.ask('export', 'GET', `/api/sos/monthly?period=${LAST_MONTH}`, asked)
    const lines = status === 200 && body.trim().split('\n').length
    if (lines && lines !== SELLERS + 1) throw new Error(`An export of ${SELLERS} scores has ${lines} lines.`)
  }

  async function createSurcharge(n: number) {
    const created = await client.ask('surcharge', 'POST', '/api/surcharges', { body: surchargeOf(seller(n)) })
    if (created.status === 200) surcharges.push(created.body.id)
  }

  /** Starts or joins a run, and looks at it until it has ended. */
  async function calculate() {
    const asked = { body: { period: LAST_MONTH }, headers: { prefer: 'respond-async' } }
    const { status, body } = await client.ask('calculate', 'POST', '/api/sos/monthly/calculate', asked)
    if (status !== 202) return
    if (!runs.includes(body.run_id)) runs.push(body.run_id)
    while (running.goesOn()) {
      const run = await get('run', body.href)
      if (run.status === 200 && run.body.finished_at !== null) return
      await delay(LOOK_MS)
    }
  }

  const running = runLoops(service, loops)
  const kinds = ['enforcement', 'score', 'list', 'export', 'surcharge']
  kinds.push('push json', 'push lines', 'push whole')
  const answers = (kind: string) => client.outcomes.filter((one) => one.kind === kind).length
  await sure('The warm-up', WARM_UP_MS, async () => {
    if (!service.isRunning()) throw new Error(`The process did not survive its warm-up: ${service.ending()}`)
    return runs.length > 0 && kinds.every((kind) => answers(kind) >= WARM_ANSWERS)
  })
  return { ...running, journal, runs, surcharges }
}
