import type { Random } from '../../../prisma/seed/random.ts'

/** Where a change is made: any connection, in a transaction or not. */
export interface Place {
  query(text: string, values?: unknown[]): Promise<unknown>
}

export const PERIODS = ['2026-02', '2026-03', '2026-04'] as const
const BORDERS = ['2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01']

/** An instant from January to May 2026, every other one so near to the border of a month that time zones decide. */
function instant({ chance, pick, whole }: Random) {
  const hours = chance(50) ? whole(-20, 20) : whole(-300, 300)
  return new Date(Date.parse(pick(BORDERS)) + hours * 3_600_000).toISOString()
}

const day = (random: Random) => instant(random).slice(0, 10)
const maybe = <Value>({ chance }: Random, value: Value) => (chance(60) ? value : null)

/** Any of the sellers that all begins with; each has a history of its own. */
const seller = ({ whole }: Random) => whole(1, SELLERS)
export const SELLERS = 200

type Change = (place: Place, random: Random) => Promise<unknown>

/** Changes of facts. `mark` is in their keys: what one transaction holds, no other one must wait for. */
export const factChanges = (mark: string): Change[] => [
  (place, random) =>
    place.query(
      `insert into orders (seller_id, order_code, ordered_at, units, ready_by, ready_at, cancelled_at, cancel_fault)
       select $1, $2 || n, $3::timestamptz + n * interval '7 minutes', $4, $5, $6, $7, 'seller' from generate_series(1, $8::int) n
       on conflict (seller_id, order_code) do update set
         ordered_at = excluded.ordered_at, units = excluded.units, ready_by = excluded.ready_by,
         ready_at = excluded.ready_at, cancelled_at = excluded.cancelled_at`,
      [
        seller(random),
        `${mark}${random.whole(1, 3)}-`,
        instant(random),
        random.whole(1, 5),
        maybe(random, instant(random)),
        maybe(random, instant(random)),
        maybe(random, instant(random)),
        random.pick([1, 1, 40]),
      ],
    ),
  (place, random) =>
    place.query('delete from orders where seller_id = $1 and order_code like $2', [
      seller(random),
      `${mark}${random.whole(1, 3)}-%`,
    ]),
  (place, random) =>
    place.query(
      `insert into tickets (seller_id, ticket_code, category, opened_at, replied_at, resolved_at)
       select $1, $2 || n, 'delivery', $3, $4, $5 from generate_series(1, $6::int) n
       on conflict (seller_id, ticket_code) do update set
         opened_at = excluded.opened_at, replied_at = excluded.replied_at, resolved_at = excluded.resolved_at`,
      [
        seller(random),
        `${mark}${random.whole(1, 3)}-`,
        instant(random),
        maybe(random, instant(random)),
        maybe(random, instant(random)),
        random.pick([1, 1, 40]),
      ],
    ),
  (place, random) =>
    place.query('delete from tickets where seller_id <= $1 and ticket_code like $2', [
      seller(random),
      `${mark}${random.whole(1, 3)}-%`,
    ]),
  (place, random) =>
    place.query(
      `insert into invoices (seller_id, invoice_code, amount, issued_on, due_on, paid_on)
       values ($1, $2, $3, '2026-01-01', $4, $5)
       on conflict (seller_id, invoice_code) do update set
         amount = excluded.amount, due_on = excluded.due_on, paid_on = excluded.paid_on`,
      [
        seller(random),
        `${mark}${random.whole(1, 4)}`,
        random.whole(1, 999),
        day(random),
        maybe(random, day(random)),
      ],
    ),
  (place, random) =>
    place.query('delete from invoices where seller_id = $1 and invoice_code = $2', [
      seller(random),
      `${mark}${random.whole(1, 4)}`,
    ]),
  (place, random) =>
    place.query(
      `insert into inventory_snapshots (seller_id, warehouse_id, sku, snapshot_on, received_on, quantity)
       values ($1, 1, $2, $3, '2025-10-01', $4)
       on conflict (seller_id, warehouse_id, sku, snapshot_on, received_on) do update set quantity = excluded.quantity`,
      [seller(random), mark, day(random), random.whole(1, 99)],
    ),
  (place, random) =>
    place.query('delete from inventory_snapshots where sku = $1 and snapshot_on = $2', [mark, day(random)]),
  (place, random) =>
    place.query(
      `insert into forecasts (seller_id, period, campaign_id, forecast_orders, submitted_at) values ($1, $2, $3, $4, $5)
       on conflict (seller_id, period, campaign_id) do update set
         forecast_orders = excluded.forecast_orders, submitted_at = excluded.submitted_at`,
      [
        mark === 'held' ? SELLERS : random.whole(1, SELLERS - 1),
        random.pick(PERIODS),
        random.whole(0, 2),
        random.whole(0, 60),
        instant(random),
      ],
    ),
  (place, random) =>
    place.query(
      `insert into campaign_actuals (seller_id, campaign_id, actual_orders) values ($1, $2, $3)
       on conflict (seller_id, campaign_id) do update set actual_orders = excluded.actual_orders`,
      [mark === 'held' ? SELLERS : random.whole(1, SELLERS - 1), random.whole(1, 2), random.whole(0, 60)],
    ),
]

/** Changes of what else the score of a seller is made of, and of scores. */
export const sellerChanges: Change[] = [
  (place, random) =>
    place.query(
      `insert into score_exceptions (seller_id, exception_type, score_component_affected, adjustment_rule, effective_from)
       values ($1, 'other', $2, $3, $4)`,
      [
        seller(random),
        random.pick(['o_score', 'f_score', null]),
        { op: 'cap', value: random.whole(0, 90) },
        day(random),
      ],
    ),
  (place, random) =>
    place.query(`update score_exceptions set is_active = 0 where seller_id = $1`, [seller(random)]),
  (place, random) =>
    place.query(`update sellers set status = $2 where id = $1`, [
      seller(random),
      random.pick(['active', 'active', 'suspended']),
    ]),
  (place, random) =>
    place.query(`update sellers set contract_start_date = $2, contract_type = $3 where id = $1`, [
      seller(random),
      random.pick(['2024-01-01', '2026-01-20']),
      random.pick(['fixed_fee', null]),
    ]),
  (place, random) =>
    place.query(`update sellers set assigned_am_id = $2, primary_warehouse_id = $3 where id = $1`, [
      seller(random),
      random.pick([1, null]),
      random.pick([1, null]),
    ]),
  (place, random) =>
    place.query(
      `insert into sellers (seller_code, company_name, created_at) select 'NEW-' || $1, 'New', $2
       on conflict do nothing`,
      [random.whole(1, 50), instant(random)],
    ),
  (place, random) =>
    place.query(
      `update monthly_scores set status = 'final', finalized_at = now() where seller_id = $1 and period = $2`,
      [seller(random), random.pick(PERIODS)],
    ),
  (place, random) =>
    place.query(
      `with revised as (
         update monthly_scores set revision = 2, total_sos = $3, is_rated = true
         where seller_id = $1 and period = $2 and status <> 'final' returning seller_id, period)
       insert into score_explanations (seller_id, period, revision, run_id, explanation)
       select seller_id, period, 2, 1, '{}' from revised on conflict do nothing`,
      [seller(random), random.pick(PERIODS), random.whole(1, 99)],
    ),
]

/** Changes that any seller may be concerned by. */
export const commonChanges: Change[] = [
  (place, random) =>
    place.query(`update campaigns set start_date = $2::date - 3, end_date = $2, status = $3 where id = $1`, [
      random.whole(1, 2),
      day(random),
      random.pick(['completed', 'cancelled', 'active']),
    ]),
  (place, random) =>
    place.query(
      `update config_records set fields = jsonb_set(fields, '{days}', to_jsonb($1::int)) where type = 'grace-period'`,
      [random.pick([90, 90, 30])],
    ),
  (place, random) =>
    place.query(
      `update config_records set fields = fields || jsonb_build_object('reply_hours', $1::int, 'resolve_hours', $2::int)
       where type = 'helpdesk' and effective_from <> '2026-03'`,
      [random.whole(1, 48), random.pick([72, 400, 1_000])],
    ),
  (place, random) =>
    place.query(
      `with before as (delete from config_records where type = 'helpdesk' and effective_from = '2026-03')
       insert into config_records (type, fields, effective_from, effective_to)
       values ('helpdesk', jsonb_build_object('category', 'delivery', 'weight', 2, 'reply_hours', $1::int, 'resolve_hours', $2::int),
               '2026-03', '2026-03')`,
      [random.whole(1, 48), random.pick([72, 400, 1_000])],
    ),
]
