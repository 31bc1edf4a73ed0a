import { fork } from 'node:child_process'
import { once } from 'node:events'
import t from 'tap'
import { PLACES } from '../../src/platform/http/answers/slots.ts'
import { clientOf } from '../setup/client.ts'
import { createTestDatabase } from '../setup/database.ts'
import { inForm } from '../setup/form.ts'
import { createClient, type Outcome } from './client.ts'
import { runLoops } from './loops.ts'
import { startOwnService } from './own-service.ts'
import { SLACK_MS, sure } from './polling.ts'

const LASTS_MS = inForm({ short: 3_000, long: 20_000 })
const AT_ONCE = 200
const HUNG_MS = 5_000 + SLACK_MS
/** Sent at once, beside those that are at work; more than may wait. */
const TOO_MANY = PLACES + 20
const MOST_AT_WORK = 2
const LIST = '/api/sellers?limit=500'

const DATABASE_URL = await createTestDatabase(t)
const database = await clientOf(t, DATABASE_URL)
await database.query(`
  insert into users (username, full_name, role) values ('flood', 'Flood', 'bod'), ('other', 'Other', 'bod');
  insert into sellers (seller_code, company_name, metadata)
    select 'S-' || n, 'Seller ' || n, jsonb_build_object('note', repeat('x', 200)) from generate_series(1, 2600) n;
  analyze`)
const service = await startOwnService(t, { urlOf: () => DATABASE_URL })

t.test('large lists leave the others their time', async (t) => {
  const client = createClient(service.url)
  const loops = runLoops(service, [
    { pauseMs: 10, turn: (n) => client.ask('enforcement', 'GET', `/api/sos/sellers/S-${1 + n}/enforcement`) },
    { pauseMs: 50, turn: () => client.ask('health', 'GET', '/api/health') },
  ])
  const lists = fork(new URL('many-lists.ts', import.meta.url))
  t.teardown(() => lists.kill())
  lists.send({ url: service.url + LIST, atOnce: AT_ONCE, ms: LASTS_MS })
  const [answers] = await once(lists, 'message')
  await loops.stop()

  t.comment(`answers to ${AT_ONCE} who ask for a list again and again: ${JSON.stringify(answers)}`)
  for (const [kind, outcomes] of Map.groupBy(client.outcomes, ({ kind }) => kind)) {
    t.comment(`${kind} beside them: ${percentiles(outcomes)}`)
    t.same(
      outcomes.filter(({ status, ms }) => status !== 200 || ms > HUNG_MS),
      [],
      `${kind} was always answered`,
    )
  }
  t.same(
    Object.keys(answers).filter((answer) => answer !== '200' && answer !== '503'),
    [],
    'answers to the others',
  )
})

t.test('of more than may wait the newest are refused', async (t) => {
  const { ask, outcomes } = createClient(service.url)
  await database.query('begin; lock table sellers in access exclusive mode')
  const asked = Array.from({ length: TOO_MANY }, () => ask('list', 'GET', LIST))
  const refused = () => outcomes.filter(({ body }) => /large reads wait already/.test(body?.error))
  /** On a loaded machine those at work may wait for the lock for as long as a statement may. */
  const locked = ({ body }: Outcome) => /Another change holds/.test(body?.error)
  const tooMany = TOO_MANY - PLACES - MOST_AT_WORK
  await sure('The refusals', HUNG_MS, async () => refused().length >= tooMany)
  await database.query('commit')
  await Promise.all(asked)
  t.same(
    refused().filter(({ status, retryAfter }) => status !== 503 || !(Number(retryAfter) > 0)),
    [],
    'refused with 503 and Retry-After',
  )
  t.same(
    outcomes.filter((one) => one.status !== 200 && !refused().includes(one) && !locked(one)),
    [],
    'all others were answered',
  )
})

function percentiles(outcomes: Outcome[]) {
  const times = outcomes.map(({ ms }) => ms).toSorted((one, other) => one - other)
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))]
  return `${times.length} answers, median ${at(0.5)} ms, 99 % within ${at(0.99)} ms, slowest ${times.at(-1)} ms`
}
