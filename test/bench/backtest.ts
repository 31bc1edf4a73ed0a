import { shiftPeriod } from '../../src/domain/business-time.ts'
import { defaultRules } from '../../src/scoring/default-rules.ts'
import { fillFacts } from './fill-month.ts'
import { PERIOD } from './period.ts'
import { connected, post, type Service } from './service.ts'

/**
 * Gives a database with facts and scores of PERIOD the same of the months before, and a draft with a stricter curve.
 * Answers the id of the draft.
 */
export async function prepareBacktest(
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
export async function backtestOverHttp(
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
