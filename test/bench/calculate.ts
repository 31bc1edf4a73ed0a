/**
 * POST /api/sos/monthly/calculate over HTTP for 10,000 sellers with 2,000,000 orders of one month and the other facts
 * in proportion, against the bare aggregate statements for all sellers at once on one connection, in turns. Prints
 * both times, their ratio (the aim is at most 3) and the server's peak memory (the aim is less than 400 MB).
 * The number of rounds is the first argument; BENCH_DATABASE_URL names a migrated database to fill and keep.
 */
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { aggregateFacts } from '../../plugins/sos/metrics/aggregate.ts'
import { shiftPeriod } from '../../src/domain/business-time.ts'
import { scoringRulesOf } from '../../src/domain/scores/effective-rules.ts'
import { sqlOver } from '../../src/platform/database/sql.ts'
import { freePort, startService } from '../setup/service.ts'
import { connect } from '../setup/template.ts'
import { fillMonth, SELLERS } from './calculate-facts.ts'

const ROUNDS = Number(process.argv[2] ?? 7)

const endings: (() => unknown)[] = []
const test = { teardown: (ending: () => unknown) => endings.push(ending) }
const DATABASE_URL = process.env.BENCH_DATABASE_URL ?? (await ownDatabase())
const client = new pg.Client({ connectionString: DATABASE_URL, options: '-c timezone=UTC' })
await client.connect()

const period = shiftPeriod(new Date().toISOString().slice(0, 7), -1)
const filled = await client.query('select from sellers limit 1')
if (filled.rowCount === 0) await timed('filling the database', () => fillMonth(client, `${period}-01`))

const PORT = String(await freePort())
const service = startService(test, { DATABASE_URL, PORT, LOG_LEVEL: 'info', NODE_ENV: 'test' })
await service.until('Server listening')

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const db = sqlOver((config) => client.query(config))
const month = {
  period,
  month_start: `${period}-01T00:00:00.000Z`,
  as_of: `${shiftPeriod(period, 1)}-01T00:00:00.000Z`,
  as_of_date: new Date(Date.parse(`${shiftPeriod(period, 1)}-01`) - 1).toISOString().slice(0, 10),
  time_zone: 'UTC',
}
const rules = await scoringRulesOf(db, period)
const sellers = Array.from({ length: SELLERS }, (_, index) => index + 1)

const rounds: { calculate: number; bare: number }[] = []
for (let round = 0; round < ROUNDS; round++) {
  const bare = await timed('bare statements', () => aggregateFacts(db, sellers, month, rules))
  const calculate = await timed('calculate', calculateOverHttp)
  rounds.push({ calculate, bare })
}
const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] as number
const ratio = median(rounds.map(({ calculate, bare }) => calculate / bare))
const status = await readFile(`/proc/${service.child.pid}/status`, 'utf8')
const peak = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024

console.log(`
medians of ${ROUNDS} rounds
  calculate over HTTP  ${Math.round(median(rounds.map(({ calculate }) => calculate)))} ms
  bare statements      ${Math.round(median(rounds.map(({ bare }) => bare)))} ms
  ratio                ${ratio.toFixed(2)} (aim: at most 3)
  server’s peak memory ${Math.round(peak)} MB (aim: less than 400 MB)`)

await client.end()
for (const ending of endings.reverse()) await ending()

async function calculateOverHttp() {
  const response = await fetch(`http://127.0.0.1:${PORT}/api/sos/monthly/calculate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-user-id': '1' },
    body: JSON.stringify({ period }),
  })
  const answer = (await response.json()) as { sellers_scored?: number; results?: unknown[] }
  if (answer.sellers_scored !== SELLERS || answer.results?.length !== SELLERS)
    throw new Error(`calculate answered ${response.status} ${JSON.stringify(answer).slice(0, 300)}`)
}

/** A migrated database on the tests' server, dropped at the end. */
async function ownDatabase() {
  const { server, admin, template } = await connect()
  const name = `bench_${process.pid}`
  await admin.query(`create database ${name} template ${template}`)
  endings.push(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    await server.stop()
  })
  return Object.assign(new URL(server.connectionString), { pathname: `/${name}` }).href
}

async function timed(name: string, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  const ms = performance.now() - start
  console.log(`${name.padEnd(22)} ${Math.round(ms)} ms`)
  return ms
}
