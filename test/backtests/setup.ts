import type { Guards } from '../../src/domain/config/config-draft.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { canonicalJson, sha256 } from '../../src/scoring/canonical-json.ts'
import type { RuleChange } from '../../src/scoring/draft-rules.ts'
import type { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'

/** The months that a backtest is of here, after one that its first previous totals are of. */
export const MONTHS = ['2026-03', '2026-04', '2026-05']
export const BEFORE = '2026-02'
export const RANGE = { from: '2026-03', to: '2026-05' }

type TestApp = Awaited<ReturnType<typeof testApp>>

/**
 * Sellers of three account managers with facts of all feeds from February to May 2026, good and bad ones, some new, some
 * with too few orders, two with an exception. The same each time.
 */
export const makeWorld = async (db: { bulk: Sql }, sellers = 60) =>
  db.bulk.run(`
    insert into account_managers (name, email) select 'AM ' || n, 'am' || n || '@example.com' from generate_series(1, 3) n;
    insert into sellers (seller_code, company_name, contract_start_date, contract_type, assigned_am_id)
      select 'BT-' || lpad(n::text, 5, '0'), 'Seller ' || n,
             case when n % 11 = 0 then date '2026-02-28' else date '2024-01-01' end,
             case when n % 5 = 0 then 'premium' end,
             (select min(id) from account_managers where name like 'AM %') + n % 3
      from generate_series(1, ${sellers}) n order by n;
    insert into orders (seller_id, order_code, ordered_at, ready_by, ready_at, units, has_data_error, cancelled_at, cancel_fault)
      select s.id, to_char(m, 'MM') || '-' || n, at, at + interval '1 day',
             at + interval '1 hour' * ((s.id * 7 + n * 5 + extract(month from m)::int) % (25 + s.id % 9)), 1 + n % 3,
             (s.id + n) % (9 + s.id % 40) = 0,
             case when (s.id * n) % 97 = 0 then at + interval '2 hours' end,
             case when (s.id * n) % 97 = 0 then 'seller' end
      from sellers s, generate_series(timestamptz '2026-02-01Z', timestamptz '2026-05-01Z', interval '1 month') m,
           generate_series(1, case when s.id % 13 = 0 then 12 else 36 + s.id % 5 end) n,
           lateral (select m + interval '16 hours' * n as at) a;
    insert into forecasts (seller_id, period, forecast_orders, submitted_at)
      select s.id, to_char(m, 'YYYY-MM'), 25 + s.id % 23, m - interval '1 day' * (s.id % 13)
      from sellers s, generate_series(timestamptz '2026-02-01Z', timestamptz '2026-05-01Z', interval '1 month') m;
    insert into tickets (seller_id, ticket_code, category, fault, opened_at, replied_at, resolved_at)
      select s.id, to_char(m, 'MM') || '-' || n, (array['delivery', 'complaint', 'question'])[1 + n % 3],
             case when n % 2 = 0 then 'seller' else 'operator' end, at,
             at + interval '1 hour' * ((s.id + n * 11) % 30), at + interval '1 hour' * ((s.id * 3 + n * 17) % 130)
      from sellers s, generate_series(timestamptz '2026-02-01Z', timestamptz '2026-05-01Z', interval '1 month') m,
           generate_series(1, s.id % 6) n, lateral (select m + interval '3 days' * n as at) a;
    insert into invoices (seller_id, invoice_code, amount, issued_on, due_on, paid_on)
      select s.id, to_char(m, 'MM'), 1000 + s.id * 3, m::date - 30, m::date + 9, m::date + 9 + s.id % 80
      from sellers s, generate_series(timestamptz '2026-02-01Z', timestamptz '2026-05-01Z', interval '1 month') m;
    insert into inventory_snapshots (seller_id, warehouse_id, sku, snapshot_on, received_on, quantity, volume_m3, is_stranded)
      select s.id, 1, 'SKU' || n, (m + interval '27 days')::date, (m + interval '27 days')::date - (s.id * 13 + n * 60) % 260,
             10 + s.id % 50, 0.5, n = 3 and s.id % 4 = 0
      from sellers s, generate_series(timestamptz '2026-02-01Z', timestamptz '2026-05-01Z', interval '1 month') m,
           generate_series(1, 3) n;
    insert into score_exceptions (seller_id, exception_type, score_component_affected, adjustment_rule, reason,
                                  effective_from)
      select id, 'other', case when id % 2 = 0 then 'o_score' end, '{"op":"cap","value":60}', 'test', '2026-04-01'
      from sellers where seller_code in ('BT-00007', 'BT-00008');
    analyze`)

/** Calculates months through the real queue. */
export async function calculate({ done }: Pick<TestApp, 'done'>, months: readonly string[]) {
  for (const period of months) await done('bod', 'POST', '/api/sos/monthly/calculate', { period })
}

/** Stores a draft as the API would; answers its id. */
export async function makeDraft(db: Sql, changes: RuleChange[], guards: Partial<Guards> = {}) {
  const all = { max_tier_drops: null, max_surcharge_increase: null, max_psi: null, golden: [], ...guards }
  const { id } = await db.one<{ id: number }>`
    insert into config_drafts (name, changes, changes_sha256, guards, created_by, updated_by)
    values ('Draft', ${JSON.stringify(changes)}::jsonb, ${sha256(canonicalJson(changes))}, ${JSON.stringify(all)}::jsonb, 1, 1)
    returning id`
  return id
}

/** Asks for a backtest; answers its id. */
export const request = async ({ done }: Pick<TestApp, 'done'>, body: object): Promise<number> =>
  (await done('ops_head', 'POST', '/api/backtests', { ...RANGE, ...body })).id

/** The backtest once it has ended. */
export async function ended({ call }: Pick<TestApp, 'call'>, id: number) {
  const get = async () => (await call('viewer', 'GET', `/api/backtests/${id}`)).body
  await eventually(async () => (await get()).finished_at !== null)
  return get()
}

/** What is in each table of the service, but those that a backtest or a request writes. */
export async function contents(db: Sql): Promise<Record<string, string>> {
  const tables = await db.rows<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not like 'backtest%'
      and tablename not in ('audit_log', 'idempotency_keys', 'service_state')
    order by 1`
  const found: Record<string, string> = {}
  for (const { name } of tables)
    found[name] = (
      await db.one<{ all: string }>(
        `select count(*) || ' ' || md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as all from ${name} t`,
      )
    ).all
  return found
}
