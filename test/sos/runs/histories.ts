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
const maybeInstant = (random: Random) => (random.chance(60) ? instant(random) : null)
const maybeDay = (random: Random) => (random.chance(60) ? day(random) : null)
const oneOrMany = ({ pick }: Random) => pick([1, 1, 40])
const hours = ({ whole, pick }: Random) => [whole(1, 48), pick([72, 400, 1_000])]

/** Any of the sellers that all begins with; each has a history of its own. */
const seller = ({ whole }: Random) => whole(1, SELLERS)
export const SELLERS = 200

type Change = (place: Place, random: Random) => Promise<unknown>
const change =
  (text: string, values: (random: Random) => unknown[]): Change =>
  (place, random) =>
    place.query(text, values(random))

/** Changes of facts. `mark` is in their keys: what one transaction holds, no other one must wait for. */
export function factChanges(mark: string): Change[] {
  const group = ({ whole }: Random) => `${mark}${whole(1, 3)}-`
  const withoutMark = ({ whole }: Random) => (mark === 'held' ? SELLERS : whole(1, SELLERS - 1))
  return [
    change(
      `insert into orders (seller_id, order_code, ordered_at, units, ready_by, ready_at, cancelled_at, cancel_fault)
       select $1, $2 || n, $3::timestamptz + n * interval '7 minutes', $4, $5, $6, $7, 'seller' from generate_series(1, $8::int) n
       on conflict (seller_id, order_code) do update set
         ordered_at = excluded.ordered_at, units = excluded.units, ready_by = excluded.ready_by,
         ready_at = excluded.ready_at, cancelled_at = excluded.cancelled_at`,
      (r) => [
        ...[seller(r), group(r), instant(r), r.whole(1, 5)],
        ...[maybeInstant(r), maybeInstant(r), maybeInstant(r), oneOrMany(r)],
      ],
    ),
    change('delete from orders where seller_id = $1 and order_code like $2', (r) => [
      seller(r),
      `${group(r)}%`,
    ]),
    change(
      `insert into tickets (seller_id, ticket_code, category, opened_at, replied_at, resolved_at)
       select $1, $2 || n, 'delivery', $3, $4, $5 from generate_series(1, $6::int) n
       on conflict (seller_id, ticket_code) do update set
         opened_at = excluded.opened_at, replied_at = excluded.replied_at, resolved_at = excluded.resolved_at`,
      (r) => [seller(r), group(r), instant(r), maybeInstant(r), maybeInstant(r), oneOrMany(r)],
    ),
    change('delete from tickets where seller_id <= $1 and ticket_code like $2', (r) => [
      seller(r),
      `${group(r)}%`,
    ]),
    change(
      `insert into invoices (seller_id, invoice_code, amount, issued_on, due_on, paid_on)
       values ($1, $2, $3, '2026-01-01', $4, $5)
       on conflict (seller_id, invoice_code) do update set
         amount = excluded.amount, due_on = excluded.due_on, paid_on = excluded.paid_on`,
      (r) => [seller(r), group(r), r.whole(1, 999), day(r), maybeDay(r)],
    ),
    change('delete from invoices where seller_id = $1 and invoice_code = $2', (r) => [seller(r), group(r)]),
    change(
      `insert into inventory_snapshots (seller_id, warehouse_id, sku, snapshot_on, received_on, quantity)
       values ($1, 1, $2, $3, '2025-10-01', $4)
       on conflict (seller_id, warehouse_id, sku, snapshot_on, received_on) do update set quantity = excluded.quantity`,
      (r) => [seller(r), mark, day(r), r.whole(1, 99)],
    ),
    change('delete from inventory_snapshots where sku = $1 and snapshot_on = $2', (r) => [mark, day(r)]),
    change(
      `insert into forecasts (seller_id, period, campaign_id, forecast_orders, submitted_at) values ($1, $2, $3, $4, $5)
       on conflict (seller_id, period, campaign_id) do update set
         forecast_orders = excluded.forecast_orders, submitted_at = excluded.submitted_at`,
      (r) => [withoutMark(r), r.pick(PERIODS), r.whole(0, 2), r.whole(0, 60), instant(r)],
    ),
    change(
      `insert into campaign_actuals (seller_id, campaign_id, actual_orders) values ($1, $2, $3)
       on conflict (seller_id, campaign_id) do update set actual_orders = excluded.actual_orders`,
      (r) => [withoutMark(r), r.whole(1, 2), r.whole(0, 60)],
    ),
  ]
}

/** Changes of what else the score of a seller is made of, and of scores. */
export const sellerChanges: Change[] = [
  change(
    `insert into score_exceptions (seller_id, exception_type, score_component_affected, adjustment_rule, effective_from)
     values ($1, 'other', $2, $3, $4)`,
    (r) => [
      ...[seller(r), r.pick(['o_score', 'f_score', null])],
      ...[{ op: 'cap', value: r.whole(0, 90) }, day(r)],
    ],
  ),
  change(`update score_exceptions set is_active = 0 where seller_id = $1`, (r) => [seller(r)]),
  change(`update sellers set status = $2 where id = $1`, (r) => [
    seller(r),
    r.pick(['active', 'active', 'suspended']),
  ]),
  change(`update sellers set contract_start_date = $2, contract_type = $3 where id = $1`, (r) => [
    ...[seller(r), r.pick(['2024-01-01', '2026-01-20']), r.pick(['fixed_fee', null])],
  ]),
  change(`update sellers set assigned_am_id = $2, primary_warehouse_id = $3 where id = $1`, (r) => [
    ...[seller(r), r.pick([1, null]), r.pick([1, null])],
  ]),
  change(
    `insert into sellers (seller_code, company_name, created_at) select 'NEW-' || $1, 'New', $2
     on conflict do nothing`,
    (r) => [r.whole(1, 50), instant(r)],
  ),
  change(
    `update monthly_scores set status = 'final', finalized_at = now() where seller_id = $1 and period = $2`,
    (r) => [seller(r), r.pick(PERIODS)],
  ),
  change(
    `with revised as (
       update monthly_scores set revision = 2, total_sos = $3, is_rated = true
       where seller_id = $1 and period = $2 and status <> 'final' returning seller_id, period)
     insert into score_explanations (seller_id, period, revision, run_id, explanation)
     select seller_id, period, 2, 1, '{}' from revised on conflict do nothing`,
    (r) => [seller(r), r.pick(PERIODS), r.whole(1, 99)],
  ),
]

/** Changes that any seller may be concerned by. */
export const commonChanges: Change[] = [
  change(`update campaigns set start_date = $2::date - 3, end_date = $2, status = $3 where id = $1`, (r) => [
    ...[r.whole(1, 2), day(r), r.pick(['completed', 'cancelled', 'active'])],
  ]),
  change(
    `update config_records set fields = jsonb_set(fields, '{days}', to_jsonb($1::int)) where type = 'grace-period'`,
    (r) => [r.pick([90, 90, 30])],
  ),
  change(
    `update config_records set fields = fields || jsonb_build_object('reply_hours', $1::int, 'resolve_hours', $2::int)
     where type = 'helpdesk' and effective_from <> '2026-03'`,
    hours,
  ),
  change(
    `with before as (delete from config_records where type = 'helpdesk' and effective_from = '2026-03')
     insert into config_records (type, fields, effective_from, effective_to)
     values ('helpdesk', jsonb_build_object('category', 'delivery', 'weight', 2, 'reply_hours', $1::int, 'resolve_hours', $2::int),
             '2026-03', '2026-03')`,
    hours,
  ),
]
