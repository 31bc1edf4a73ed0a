import type { FastifyInstance } from 'fastify'
import { dateOf } from '../../src/domain/business-time.ts'
import type { Database, Tx } from '../../src/platform/database/database.ts'
import { written } from '../../src/platform/database/statements/records.ts'
import { StartupError } from '../../src/platform/process/startup-error.ts'
import { type ApiClient, createApiClient } from './api-client.ts'
import { factsOf } from './behaviour.ts'
import { type Demo, planDemo, sellersKnown } from './demo.ts'
import { followUp, makeExceptions } from './follow-up.ts'
import { accountManagers, employees, userNamed, users, WAREHOUSES } from './people.ts'
import { type Progress, readProgress, withDemoLock, writeProgress } from './progress.ts'

interface DemoOptions {
  /** Called with the progress, a line at a time. */
  say?: (line: string) => void
  /** When the demo is begun: the day everything is dated from. Default: today in the business time zone. */
  today?: string
  /** When the demo is begun: how many sellers it has. */
  sellers?: number
}

/**
 * Fills an empty database with the demo: who works there in one transaction, then month after month what upstream
 * systems push and what the operator does with the scores, all through the service's own API. A demo that was not
 * finished is continued, month by month; repeating a month changes nothing that is there already. A finished demo,
 * and a database with anything else in it, is left alone.
 * @returns whether something was done
 * @throws StartupError when no worker scores
 */
export async function seedDemo(app: FastifyInstance, options: DemoOptions = {}): Promise<boolean> {
  if ((await readProgress(app.db))?.state === 'ready') return false
  return withDemoLock(app.db, async () => {
    const progress = (await readProgress(app.db)) ?? (await begin(app, options))
    if (progress?.state !== 'seeding') return false
    const { level } = app.log
    // The demo reports its progress itself: a log line for each of its own requests would bury that.
    if (level === 'info') app.log.level = 'warn'
    await complete(app, progress, options).finally(() => {
      app.log.level = level
    })
    return true
  })
}

/** The progress of a new demo, or undefined where there is no room for one. */
async function begin(app: FastifyInstance, { today, sellers = 200 }: DemoOptions) {
  const { AUTH_MODE, BUSINESS_TIMEZONE } = app.env
  if (!(await isEmpty(app.db))) return undefined
  if (AUTH_MODE !== 'demo')
    throw new StartupError(
      'AUTH_MODE is verified, and the accounts of the demo have no passwords: set AUTH_MODE to demo, or DEMO_DATA to off.',
    )
  const anchor = today ?? dateOf(app.clock.now(), BUSINESS_TIMEZONE)
  const progress: Progress = { state: 'seeding', anchor, sellers, months_done: 0 }
  await app.db.transaction(async (tx) => {
    await writeBaseData(tx, planDemo(anchor, BUSINESS_TIMEZONE, sellers))
    await writeProgress(tx, progress)
  })
  return progress
}

async function complete(app: FastifyInstance, progress: Progress, { say = () => {} }: DemoOptions) {
  const { anchor, sellers, months_done } = progress
  const { BUSINESS_TIMEZONE, CURRENCY } = app.env
  const demo = planDemo(anchor, BUSINESS_TIMEZONE, sellers, CURRENCY)
  const { periods } = demo.calendar
  const api = createApiClient(app)
  say(`Filling the database with a demo: ${sellers} sellers, ${periods[0]} to ${periods.at(-1)}.`)
  for (let month = months_done; month < periods.length; month++) {
    say(`  ${periods[month]}: ${await makeMonth(api, demo, month)}`)
    const state = month === periods.length - 1 ? 'ready' : 'seeding'
    await app.db.transaction((tx) => writeProgress(tx, { ...progress, state, months_done: month + 1 }))
  }
  say('The demo is ready.')
}

/** Pushes and scores a month. Returns what it brought, for people to read. */
async function makeMonth(api: ApiClient, demo: Demo, month: number): Promise<string> {
  await api.push('sellers', sellersKnown(demo, month))
  await nameSeller(api)
  const facts = factsOf(demo, month)
  for (const { feed, records } of facts) await api.push(feed, records)
  await makeExceptions(api, demo, month)
  const scored = await calculate(api, demo.calendar.periods[month] as string)
  const scores = await followUp(api, demo.calendar, month)
  const count = facts.reduce((sum, { records }) => sum + records.length, 0)
  return `${count.toLocaleString('en')} facts, ${scored} sellers scored, ${scores}`
}

/** The first seller is the one whose account the demo has: accounts are older than sellers. */
async function nameSeller(api: ApiClient) {
  const [first] = await api.list<{ id: number }>('board', '/api/sellers?limit=1')
  if (first) await api.patch('board', `/api/users/${userNamed('seller')}`, { seller_id: first.id })
}

async function calculate(api: ApiClient, period: string): Promise<number> {
  try {
    const url = '/api/sos/monthly/calculate'
    const { sellers_scored } = await api.post<{ sellers_scored: number }>('am.head', url, { period })
    return sellers_scored
  } catch (error) {
    if ((error as { status?: number }).status !== 503) throw error
    throw new StartupError(
      'The demo could not be scored, because no worker took the run: start src/worker.js, or leave WORKER on, and start again.',
    )
  }
}

/** Whether nobody has put anything into the database yet. */
const isEmpty = async (db: Database): Promise<boolean> =>
  (await db.row(
    `select from sellers union all select from users union all select from warehouses union all
     select from employees union all select from account_managers union all select from campaigns limit 1`,
  )) === undefined

/** Writes who works at the operator, where, and its campaigns. The ids are given, so the sequences go on after them. */
export async function writeBaseData(tx: Tx, { campaigns }: Demo) {
  await tx.prisma.warehouse.createMany({ data: WAREHOUSES })
  await tx.prisma.employee.createMany({ data: employees })
  await tx.prisma.account_manager.createMany({ data: accountManagers })
  await tx.prisma.user.createMany({ data: users })
  await tx.prisma.campaign.createMany({ data: campaigns.map(written) })
  for (const table of ['warehouses', 'employees', 'account_managers', 'users', 'campaigns'])
    await tx.run(`select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`)
}
