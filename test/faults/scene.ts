import { periodOf, shiftPeriod } from '../../src/domain/business-time.ts'
import { receiver } from '../webhooks/receiver.ts'
import { createClient } from './client.ts'
import { ownServer } from './own-server.ts'
import { startOwnService } from './own-service.ts'

type Test = Parameters<typeof startOwnService>[0]

export const THIS_MONTH = periodOf(new Date(), 'UTC')
export const LAST_MONTH = shiftPeriod(THIS_MONTH, -1)
/** More than one batch of a run, and more than one page of an export. */
export const SELLERS = 2_600
const ORDERS_EACH = 12

export type Scene = Awaited<ReturnType<typeof openScene>>

/**
 * A server of the test's own, a process of the service on it that an operator would start, a scored month, and a
 * subscriber of all events. With `workers`, that process leaves the jobs to so many others, each of which comes to
 * the database under a role of its own, `worker_<n>`. `sellers` says how many there are.
 */
export async function openScene(t: Test, { workers: count = 0, sellers = SELLERS } = {}) {
  const server = await ownServer(t)
  const service = await startOwnService(t, server, { settings: { WORKER: count > 0 ? 'off' : 'on' } })
  const roles = Array.from({ length: count }, (_, n) => `worker_${n + 1}`)
  for (const role of roles) await server.query(`create role ${role} login password 'sos' in role sos`)
  const workers = await Promise.all(
    roles.map(async (role) => ({
      role,
      ...(await startOwnService(t, server, { role, entry: 'src/worker.js' })),
    })),
  )
  await server.query(factsOf(sellers))
  const client = createClient(service.url)
  const subscriber = await receiver(t)
  const subscription = { url: subscriber.url, events: ['*'], max_concurrency: 20 }
  await succeed(client.ask('subscribe', 'POST', '/api/webhooks', { body: subscription }))
  const month = { period: LAST_MONTH }
  await succeed(client.ask('push calculate', 'POST', '/api/sos/monthly/calculate', { body: month }))
  return { server, service, workers, client, subscriber }
}

async function succeed(asking: ReturnType<ReturnType<typeof createClient>['ask']>) {
  const { kind, status, body } = await asking
  if (status !== 200) throw new Error(`${kind} was answered ${status}: ${JSON.stringify(body)}`)
}

/** What runs make of the scores that are meant, whichever run and whenever. */
export async function digestOf({ server }: Pick<Scene, 'server'>, meant: string): Promise<string> {
  const [row] = await server.query<{ digest: string }>(
    `select md5(string_agg((to_jsonb(m) - 'id' - 'run_id' - 'calculated_at')::text || concat(e.inputs, e.explanation::text), ''
                           order by m.seller_id)) || ' of ' || count(*) as digest
     from monthly_scores m join score_explanations e using (seller_id, period, revision)
     where ${meant}`,
  )
  return row?.digest ?? ''
}

/** Makes every score that is meant a wrong one, so that those that a run does not rewrite are seen. */
export const spoilScores = ({ server }: Pick<Scene, 'server'>, meant: string) =>
  server.query(
    `update monthly_scores m set total_sos = 1, tier_name = 'Spoilt', direction = 'down' where ${meant}`,
  )

/** The body of a surcharge of a seller. */
export const surchargeOf = (seller_code: string) => ({
  ...{ seller_code, period: LAST_MONTH, surcharge_type: 'planning_overload', amount: 1 },
})

/** SQL that makes the user 1, of the board, an account manager, and so many sellers with orders, `S-1` and so on. */
export const factsOf = (sellers: number) => `
  insert into users (username, full_name, role, is_seeded) values ('board', 'Board', 'bod', true);
  insert into account_managers (name, email) values ('Manager', 'manager@example.com');
  insert into sellers (seller_code, company_name, contract_start_date)
    select 'S-' || n, 'Seller ' || n, date '2020-01-01' from generate_series(1, ${sellers}) n;
  insert into orders (seller_id, order_code, ordered_at, has_data_error)
    select s.id, 'O-' || n, timestamptz '${LAST_MONTH}-01Z' + n * interval '1 hour', (s.id + n) % 29 = 0
    from sellers s, generate_series(1, ${ORDERS_EACH}) n;
  analyze`
