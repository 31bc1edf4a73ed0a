import type pg from 'pg'
import { shiftPeriod } from '../../../src/domain/business-time.ts'
import { currentRules } from '../../../src/domain/scores/effective-rules.ts'
import { sqlOver } from '../../../src/platform/database/statements/sql.ts'
import { defaultRules } from '../../../src/scoring/default-rules.ts'
import { changeRules, type RuleChange } from '../../../src/scoring/draft-rules.ts'
import { prepareRules } from '../../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../../src/scoring/score.ts'
import { readInputsAlone } from '../../../src/scoring/score-input.ts'
import { bareAggregates } from '../bare/aggregates.ts'
import { LARGE, pathsOf, SMALL } from '../datasets.ts'
import { fillFacts } from '../fill-month.ts'
import { loadProcess } from '../load.ts'
import { PERIOD } from '../period.ts'
import { alternate, atMost, beside, median, timed } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import {
  calculateOverHttp,
  connected,
  memoryOf,
  peakOf,
  post,
  processorTimeOf,
  type Service,
  serviceOn,
  workerOn,
} from '../service.ts'

/**
 * Calculates the month of all sellers each time it is called: it first gives up the runs that it could go on from,
 * which would read only what has changed. Answers the time of the calculation, in ms.
 */
async function fullCalculation(service: Service, databaseUrl: string, sellers: number) {
  const client = await connected(databaseUrl)
  return async () => {
    await client.query('update scoring_runs set basis = null')
    return calculateOverHttp(service, PERIOD, sellers)
  }
}

async function calculate(rounds: number) {
  const databaseUrl = await databaseOf('small')
  const service = await serviceOn(databaseUrl)
  const bare = await bareAggregates(databaseUrl, PERIOD, SMALL.sellers)
  const calculate = await fullCalculation(service, databaseUrl, SMALL.sellers)
  const times = await alternate(rounds, calculate, bare)
  return [
    beside('10,000 sellers, 2,000,000 orders', 'ms', times, 'bare aggregates', atMost(1.3)),
    await peakOf(service, atMost(330, 'ours')),
  ]
}

async function calculateLarge(rounds: number) {
  const databaseUrl = await databaseOf('large')
  const service = await serviceOn(databaseUrl, { CALCULATE_WAIT_SECONDS: '600' })
  const bare = await bareAggregates(databaseUrl, PERIOD, LARGE.sellers)
  const calculate = await fullCalculation(service, databaseUrl, LARGE.sellers)
  const times = await alternate(rounds, calculate, bare, 0)
  const peak = await peakOf(service, atMost(400, 'ours'))

  const load = loadProcess()
  const paths = pathsOf(1_000, (code) => `/api/sos/sellers/${code}/score`, 97)
  const { url, headers } = service
  const p99 = async () => (await load({ url, headers, paths, connections: 4, seconds: 5 })).p99
  const p99Meanwhile = async () => {
    let calculating = true
    const calculated = calculate().finally(() => {
      calculating = false
    })
    const values = []
    while (calculating) values.push(await p99())
    await calculated
    return Math.max(...values)
  }
  const reads = await alternate(rounds, p99Meanwhile, p99, 0)
  return [
    beside('100,000 sellers, 10,000,000 orders', 'ms', times, 'bare aggregates', atMost(1.5)),
    peak,
    beside('p99 of score reads meanwhile', 'ms', reads, 'while idle', atMost(2)),
  ]
}

async function recalculate(rounds: number) {
  const databaseUrl = await databaseOf('small')
  const service = await serviceOn(databaseUrl)
  const client = await connected(databaseUrl)
  const calculate = () => calculateOverHttp(service, PERIOD, SMALL.sellers)
  let round = 0

  /** After it, a calculation has nothing to go on from. */
  const all = async () => {
    await client.query('update scoring_runs set basis = null')
    const before = await scores(client)
    const time = await calculate()
    if ((await scores(client)) !== before) throw new Error('a calculation of all has other scores')
    return time
  }
  const someOf = (every: number) => async () => {
    await changeFacts(client, every, round++ % every)
    return calculate()
  }
  await calculate()
  const [one, ten] = [await alternate(rounds, someOf(100), all), await alternate(rounds, someOf(10), all)]
  return [
    beside('1 % of the sellers changed', 'ms', one, 'calculation of all', atMost(0.15)),
    beside('10 % of the sellers changed', 'ms', ten, 'calculation of all'),
  ]
}

/** Changes every fact of one in so many sellers. */
async function changeFacts(client: pg.Client, every: number, rest: number) {
  for (const change of [
    'orders set units = units % 4 + 1, has_data_error = not has_data_error',
    "tickets set resolved_at = opened_at + interval '5 hours' * (1 + extract(day from resolved_at))",
    'invoices set amount = amount + 1',
    'inventory_snapshots set quantity = quantity + 1',
    'forecasts set forecast_orders = forecast_orders + 1',
  ])
    await client.query(`update ${change} where seller_id % $1 = $2`, [every, rest])
}

/** A digest of all scores of the month and of what they are made of. */
async function scores(client: pg.Client) {
  const { rows } = await client.query(
    `select md5(string_agg(seller_id || ' ' || total_sos || inputs, ' ' order by seller_id)) as digest
     from monthly_scores join score_explanations using (seller_id, period, revision) where period = $1`,
    [PERIOD],
  )
  return rows[0].digest
}

async function workers(rounds: number) {
  const two = await workersOn(2)
  const one = await workersOn(1)
  const time = await alternate(rounds, two.calculate, one.calculate)
  const processor = await alternate(rounds, two.processorTime, one.processorTime, 0)
  return [
    beside('two workers', 'ms', time, 'one worker', atMost(1)),
    beside('processor time of two workers', 'ms', processor, 'of one', atMost(1.15)),
  ]
}

/** A server without jobs and some workers, on a copy of the dataset. */
async function workersOn(count: number) {
  const databaseUrl = await databaseOf('small')
  const server = await serviceOn(databaseUrl, { WORKER: 'off' })
  const workers = Array.from({ length: count }, () => workerOn(databaseUrl))
  const spent = async () => {
    let sum = 0
    for (const { pid } of workers) sum += await processorTimeOf(pid)
    return sum
  }
  const calculate = await fullCalculation(server, databaseUrl, SMALL.sellers)
  const processorTime = async () => {
    const before = await spent()
    await calculate()
    return (await spent()) - before
  }
  return { calculate, processorTime }
}

const MONTHS = Number(process.env.BENCH_BACKTEST_MONTHS ?? 12)

if (!(MONTHS >= 2))
  throw new RangeError('BENCH_BACKTEST_MONTHS must be at least 2: memory is compared with that of one month')

/**
 * Gives a database with facts and scores of PERIOD the same of the months before, and a draft with a stricter curve.
 * Answers the id of the draft.
 */
async function prepareBacktest(
  databaseUrl: string,
  { months, sellers, ordersEach }: Record<'months' | 'sellers' | 'ordersEach', number>,
): Promise<number> {
  const client = await connected(databaseUrl)
  const columns = await client.query<{ names: string }>(
    `select string_agg(column_name, ', ') as names from information_schema.columns
     where table_name = 'monthly_scores' and column_name not in ('id', 'period')`,
  )
  const { names } = columns.rows[0] as { names: string }
  for (let back = months - 1; back > 0; back--) {
    const month = shiftPeriod(PERIOD, -back)
    await fillFacts(client, month, sellers, ordersEach)
    await client.query(
      `insert into monthly_scores (period, ${names}) select $1, ${names} from monthly_scores where period = $2`,
      [month, PERIOD],
    )
  }
  const curve = [
    [0, 100],
    [2, 0],
  ]
  const changes = [{ type: 'o-score', op: 'put', fields: { ...defaultRules['o-score'][0], curve } }]
  const { rows } = await client.query(
    `insert into config_drafts (name, changes, changes_sha256, guards, created_by, updated_by)
     values ('Bench', $1, '', '{}', 1, 1) returning id`,
    [JSON.stringify(changes)],
  )
  await client.query('vacuum analyze')
  return rows[0].id
}

/** Backtests a draft on so many months that end with PERIOD, and waits. Answers the time it took, in ms. */
async function backtestOverHttp(
  service: Service,
  { draft_id, months, sellers }: Record<'draft_id' | 'months' | 'sellers', number>,
): Promise<number> {
  const { url, headers } = service
  const start = performance.now()
  const asked = { draft_id, from: shiftPeriod(PERIOD, 1 - months), to: PERIOD, bonus_base: 1000 }
  const { id } = await post(service, '/api/backtests', asked, { success: true })
  await (await fetch(`${url}/api/backtests/${id}/progress`, { headers })).text() // it ends with the backtest
  const ms = performance.now() - start
  const found = (await (await fetch(`${url}/api/backtests/${id}`, { headers })).json()) as { scores?: number }
  if (found.scores !== months * sellers)
    throw new Error(`the backtest came to ${JSON.stringify(found).slice(0, 300)}`)
  return ms
}

async function backtest(rounds: number) {
  const databaseUrl = await databaseOf('small')
  const draft_id = await prepareBacktest(databaseUrl, { ...SMALL, months: MONTHS })
  const { sellers } = SMALL
  const service = await serviceOn(databaseUrl)
  const calculate = await fullCalculation(service, databaseUrl, sellers)
  const backtest = (months: number, by = service) => backtestOverHttp(by, { draft_id, months, sellers })
  const times = await alternate(
    rounds,
    () => backtest(MONTHS),
    async () => MONTHS * (await calculate()),
  )
  await service.stop()
  const peaks = { ours: [await peakOf(MONTHS)], limit: [await peakOf(1)] }
  const small = [atMost(400, 'ours'), atMost(1.2)]
  return [
    beside(`10,000 sellers, ${MONTHS} months`, 'ms', times, `${MONTHS} times a calculation`, atMost(1.5)),
    beside("the server's peak memory", 'MB', peaks, 'of a backtest of one month', ...small),
  ]

  /** The peak memory of a new server that does nothing but a backtest of so many months, in MB. */
  async function peakOf(months: number): Promise<number> {
    const alone = await serviceOn(databaseUrl)
    await backtest(months, alone)
    const { peak } = await memoryOf(alone.pid)
    await alone.stop()
    return peak
  }
}

const WRITTEN = ['score_explanations', 'audit_log', 'events']

async function finalize(rounds: number) {
  const databaseUrl = await databaseOf('small')
  const service = await serviceOn(databaseUrl, { WORKER: 'on' })
  const client = await connected(databaseUrl)
  await calculateOverHttp(service, PERIOD, SMALL.sellers)
  const all = { period: PERIOD, reviewed_by: 'Bench' }
  const ours = async () => {
    const ms = await timed(() =>
      post(service, '/api/sos/monthly/finalize', all, { finalized: SMALL.sellers }),
    )
    await keepCopies(client)
    await client.query(OPEN_AGAIN)
    return ms
  }
  const bare = async () => {
    if ((await client.query(`select to_regclass('kept_events') as kept`)).rows[0].kept === null) await ours()
    await client.query(`truncate ${WRITTEN.map((table) => `bare_${table}`)}`)
    return timed(() => client.query(COPY))
  }
  const times = await alternate(rounds, ours, bare)
  return [beside('10,000 scores made final', 'ms', times, 'bare INSERT … SELECT', atMost(2))]
}

/** What the finalize has written, beside empty tables of the same columns and indexes. */
async function keepCopies(client: pg.Client) {
  await client.query(`
    drop table if exists kept_scores, bare_scores, ${WRITTEN.map((table) => `kept_${table}, bare_${table}`)};
    create table kept_scores as select * from monthly_scores;
    create table bare_scores (like monthly_scores including all);
    insert into bare_scores select * from monthly_scores;
    create table kept_score_explanations as select * from score_explanations;
    create table kept_audit_log as select * from audit_log where action = 'score.finalized' order by id desc limit ${SMALL.sellers};
    create table kept_events as select * from events where type = 'seller.score_finalized' order by id desc limit ${SMALL.sellers};
    ${WRITTEN.map((table) => `create table bare_${table} (like ${table} including all)`).join(';')}`)
}

const OPEN_AGAIN = `
  update monthly_scores set status = 'draft', finalized_at = null;
  update score_explanations set explanation = null`

const COPY = `
  begin;
  update bare_scores b set status = 'final', finalized_at = now(), reviewed_by = 'Bench' from kept_scores k
    where k.seller_id = b.seller_id and k.period = b.period;
  ${WRITTEN.map((table) => `insert into bare_${table} select * from kept_${table}`).join(';')};
  commit`

const REQUESTS = 5
const SELLERS = 2_000

const CHANGE: RuleChange = {
  type: 'o-score',
  op: 'put',
  fields: {
    metric: 'on_time_ready_rate',
    weight: 40,
    min_volume: 30,
    params: {},
    curve: [
      [85, 0],
      [95, 60],
      [100, 100],
    ],
  },
}

async function preview(rounds: number) {
  const databaseUrl = await databaseOf('small')
  const service = await serviceOn(databaseUrl)
  await calculateOverHttp(service, PERIOD, SMALL.sellers)
  const client = await connected(databaseUrl)
  const { rows } = await client.query<{ inputs: string }>(
    `select inputs from score_explanations where period = $1 and revision = 1 order by seller_id limit ${SELLERS}`,
    [PERIOD],
  )
  const texts = rows.map(({ inputs }) => inputs)
  const rules = await currentRules(
    sqlOver((config) => client.query(config)),
    PERIOD,
  )

  const several = (once: () => Promise<unknown>) => async () => {
    const times: number[] = []
    while (times.length < REQUESTS) times.push(await timed(once))
    return median(times)
  }
  const loop = async () => {
    const [before, after] = [prepareRules(rules), prepareRules(changeRules(rules, [CHANGE]))]
    for (const text of texts) {
      const input = readInputsAlone(text)
      scoreSeller(before, input)
      scoreSeller(after, input)
    }
  }
  const asked = { period: PERIOD, changes: [CHANGE] }
  const preview = () => post(service, '/api/config/preview', asked, { sellers: SELLERS, sampled: true })
  const times = await alternate(rounds, several(preview), several(loop))
  return [beside('preview of 2,000 sellers, median', 'ms', times, 'a plain loop', atMost(500, 'ours'))]
}

export const titles = {
  calculate:
    'POST /api/sos/monthly/calculate over HTTP, 10,000 sellers with 2,000,000 orders of one month; the limit is the bare aggregate statements for all sellers at once on one connection with serial plans.',
  'calculate-large':
    'The same with 100,000 sellers and 10,000,000 orders, and what readers of scores notice meanwhile: p99 of 4 connections while the month is calculated, beside p99 of the same readers while nothing else is done.',
  recalculate:
    'POST /api/sos/monthly/calculate again after all facts of some of 10,000 sellers with 2,000,000 orders have changed; the limit is a calculation of all of them by the same server.',
  workers:
    'A run of 10,000 sellers and 2,000,000 orders shared by two worker processes, beside one worker on a database of its own: how long it takes, and the processor time that the workers’ JavaScript takes. Two do nothing twice.',
  backtest:
    'POST /api/backtests over HTTP until it is completed, 10,000 sellers with 2,000,000 orders each month; the limit is a calculation of one of the months, times their number. BENCH_BACKTEST_MONTHS=3 tries it with fewer than 12.',
  finalize:
    'POST /api/sos/monthly/finalize of 10,000 sellers with their explanations, audit rows and events; the limit inserts the same rows from a copy of them, with the same indexes, in one transaction of one connection.',
  preview:
    'POST /api/config/preview of a new curve over 2,000 of 10,000 sellers, one request after the other; the limit is a plain loop over the same texts, each scored under both sets of rules.',
}

export default {
  calculate,
  'calculate-large': calculateLarge,
  recalculate,
  workers,
  backtest,
  finalize,
  preview,
}
