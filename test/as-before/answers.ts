import { sha256 } from '../../src/scoring/canonical-json.ts'
import { addressOf, type Operation, operationsOf } from '../access/operations.ts'
import { factsOfThousand, MONTHS, scoreMonth } from '../fixtures/thousand-sellers/scored.ts'

/** They see everything, a portfolio, a warehouse, and themselves. */
const ROLES = ['bod', 'am', 'warehouse', 'seller'] as const
const [FIRST, MONTH] = MONTHS
/** The seller that is asked about, of the account manager, the warehouse and the account of the role seller. */
const SELLER = 'K-0007'

const OWNED = `
  with own as (
    update sellers set assigned_am_id = $1, primary_warehouse_id = $2 where id % 25 = 7 returning id, seller_code)
  update users set seller_id = (select id from own where seller_code = $3) where role = 'seller'`

/** Query parameters that name a time, so that nothing depends on when it is asked. */
const TIMES: Record<string, string> = { period: MONTH, from: FIRST, to: MONTH, limit: '100' }

/** What is shown of the day of the test, of its chance, or of an order that two workers settle between them. */
const ELSEWHERE =
  /^\/api\/(audit|events|health|transparency|console|auth|sync\/status|sos\/runs|.*certificate|.*projection)/

/** The id that is asked for below each of these paths. */
type Ids = Record<string, number>

/** A read and what came of it, a line of answers.csv. */
export type Line = `${string},${string},${string},${number},${string}`

/** Every GET of the document, asked by four roles about the thousand sellers, after both months are final. */
export async function answersOf(t: Parameters<typeof factsOfThousand>[0]): Promise<Line[]> {
  const service = await factsOfThousand(t)
  const { app, call, user } = service
  await app.db.rows(OWNED, [user.am.am_id, user.warehouse.warehouse_id, SELLER])
  for (const period of MONTHS) await scoreMonth(service, period)
  const about = await app.db.one<{ score: number; surcharge: number }>(
    `select (select id from monthly_scores where seller_id = s.id and period = $2) as score,
            (select min(id) from surcharges) as surcharge
     from sellers s where seller_code = $1`,
    [SELLER, MONTH],
  )
  const known = { seller_code: SELLER, am_id: user.am.am_id ?? undefined, campaign_code: 'C-K1', ...about }
  const records = await app.db.rows<{ type: string; id: number }>(
    'select type, min(id)::int as id from config_records group by type',
  )
  const ids: Ids = { '/api/warehouses': user.warehouse.warehouse_id ?? 0 }
  for (const { type, id } of records) ids[`/api/config/${type}`] = id
  const reads = (await operationsOf(app)).filter(
    ({ method, path }) => method === 'GET' && !ELSEWHERE.test(path),
  )
  const lines: Line[] = []
  for (const operation of reads)
    for (const role of ROLES) {
      const url = addressAt(operation, known, ids)
      const { status, body } = await call(role, 'GET', url)
      lines.push(`GET,${url},${role},${status},${sha256(timeless(body)).slice(0, 16)}`)
    }
  return lines.sort()
}

function addressAt(operation: Operation, about: Parameters<typeof addressOf>[1], ids: Ids): string {
  const room = Object.keys(ids).find((room) => operation.path.startsWith(`${room}/{id}`))
  const path = room ? operation.path.replace('{id}', String(ids[room])) : operation.path
  const [filled = '', search] = addressOf({ ...operation, path }, about).split('?')
  const named = operation.query.includes('period') ? ['period', 'limit'] : ['from', 'to', 'limit']
  const asked = new URLSearchParams(search)
  for (const name of named) if (operation.query.includes(name)) asked.set(name, TIMES[name] ?? '')
  return asked.size > 0 ? `${filled}?${asked}` : filled
}

/** The instants of the test itself are all later than the facts, and a cursor has the time in it. */
const timeless = (body: unknown) =>
  JSON.stringify(body)
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, (at) => (at > '"2026-06' ? '"now"' : at))
    .replaceAll(/"next":"[^"]+"/g, '"next":"…"')
