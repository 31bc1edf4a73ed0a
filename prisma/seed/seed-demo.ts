import type { FastifyInstance } from 'fastify'
import { dateOf } from '../../src/domain/business-time.ts'
import { StartupError } from '../../src/platform/process/startup-error.ts'
import { appealScores, levySurcharges, subscribe } from './aftermath.ts'
import { type Call, callerOf, Refused } from './caller.ts'
import { DEMO_SELLERS, type Demo, factsOf, planDemo, sellersKnown } from './demo.ts'
import { exceptionsOf } from './exceptions.ts'
import { found, isEmpty } from './founding.ts'
import { type Marker, readMarker, writeMarker } from './marker.ts'
import { closeMonth } from './month-close.ts'
import { inTurn } from './turn.ts'

export interface DemoOptions {
  /** Told the progress, a line at a time. */
  say?: (line: string) => void
  /** The day everything is dated from, when the demo is begun. Default: today in the business time zone. */
  today?: string
  /** How many sellers, when the demo is begun. */
  sellers?: number
}

/**
 * Fills an empty database with the demo: who works there in one transaction, then month after month what upstream
 * systems push and what the operator does with the scores, all through the service's own API. A demo that was not
 * finished is gone on with, month by month; repeating a month changes nothing that is there already. A finished demo,
 * and a database with anything else in it, is left alone.
 * @throws StartupError when no worker scores
 */
export async function seedDemo(app: FastifyInstance, options: DemoOptions = {}): Promise<void> {
  if ((await readMarker(app.db))?.state === 'ready') return
  await inTurn(app.db, async () => {
    const marker = (await readMarker(app.db)) ?? (await begin(app, options))
    if (marker?.state === 'seeding') await quietly(app, () => replay(app, marker, options.say ?? (() => {})))
  })
}

/** The demo tells its progress itself: a log line for each of its own requests would bury that. */
async function quietly(app: FastifyInstance, work: () => Promise<void>) {
  const { level } = app.log
  if (level === 'info') app.log.level = 'warn'
  await work().finally(() => {
    app.log.level = level
  })
}

/** The marker of a new demo, or undefined where there is no room for one. */
async function begin(app: FastifyInstance, { today, sellers = DEMO_SELLERS }: DemoOptions) {
  if (!(await isEmpty(app.db))) return undefined
  if (app.env.AUTH_MODE !== 'demo')
    throw new StartupError(
      'DEMO_DATA is on, but AUTH_MODE is verified: the accounts of the demo have no passwords. Set DEMO_DATA to off, or AUTH_MODE to demo.',
    )
  const anchor = today ?? dateOf(new Date(), app.env.BUSINESS_TIMEZONE)
  const marker: Marker = { state: 'seeding', anchor, sellers, months_done: 0 }
  await app.db.transaction((tx) => found(tx, planDemo(anchor, app.env.BUSINESS_TIMEZONE, sellers), marker))
  return marker
}

async function replay(app: FastifyInstance, marker: Marker, say: (line: string) => void) {
  const demo = planDemo(marker.anchor, app.env.BUSINESS_TIMEZONE, marker.sellers)
  const { periods } = demo.calendar
  const call = callerOf(app)
  say(`Filling the database with a demo: ${marker.sellers} sellers, ${periods[0]} to ${periods.at(-1)}.`)
  for (let month = marker.months_done; month < periods.length; month++) {
    say(`  ${periods[month]}: ${await replayMonth(call, demo, month)}`)
    const months_done = month + 1
    const state = months_done === periods.length ? 'ready' : 'seeding'
    await app.db.transaction((tx) => writeMarker(tx, { ...marker, state, months_done }))
  }
  await subscribe(call)
  say('The demo is ready.')
}

/** Lets a month happen, and tells what it brought. */
async function replayMonth(call: Call, demo: Demo, month: number): Promise<string> {
  await push(call, 'sellers', sellersKnown(demo, month))
  let facts = 0
  for (const { feed, records } of factsOf(demo, month)) {
    await push(call, feed, records)
    facts += records.length
  }
  await makeExceptions(call, demo, month)
  const scored = await calculate(call, demo.calendar.periods[month] as string)
  const status = await closeMonth(call, demo, month)
  await levySurcharges(call, demo, month)
  await appealScores(call, demo, month)
  return `${facts.toLocaleString('en')} facts, ${scored} sellers scored, ${status}`
}

/** @throws when the service refuses a record */
async function push(call: Call, feed: string, records: object[]) {
  if (records.length === 0) return
  const lines = records.map((record) => JSON.stringify(record)).join('\n')
  const headers = { 'content-type': 'application/x-ndjson' }
  const answer = await call<{ rejected: number; errors: unknown[] }>(
    'oms.push',
    'POST',
    `/api/sync/${feed}`,
    lines,
    headers,
  )
  if (answer.rejected > 0)
    throw new Error(`The demo's ${feed} were refused: ${JSON.stringify(answer.errors.slice(0, 3))}`)
}

/** The key closes the race with a process that has lost its turn, the look the case of a start days later. */
async function makeExceptions(call: Call, demo: Demo, month: number) {
  for (const { seller_code, body } of exceptionsOf(demo).filter((exception) => exception.month === month)) {
    const url = `/api/sellers/${seller_code}/exceptions`
    const { total } = await call<{ total: number }>('am.head', 'GET', url)
    if (total === 0)
      await call('am.head', 'POST', url, body, { 'idempotency-key': `demo-exception-${seller_code}` })
  }
}

async function calculate(call: Call, period: string): Promise<number> {
  try {
    const { sellers_scored } = await call<{ sellers_scored: number }>(
      'am.head',
      'POST',
      '/api/sos/monthly/calculate',
      { period },
    )
    return sellers_scored
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 503) throw error
    throw new StartupError(
      'The demo could not be scored, because no worker took the run: start src/worker.ts, or leave WORKER on, and start again.',
    )
  }
}
