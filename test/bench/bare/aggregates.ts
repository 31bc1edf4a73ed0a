import pg from 'pg'
import { shiftPeriod } from '../../../src/domain/business-time.ts'
import { atEnd } from '../at-end.ts'
import { timed } from '../scenario.ts'

/**
 * The limit beside a run: the statements that add up all facts of a month for all sellers at once, one after the other
 * on one connection with serial plans, and nothing else. They are frozen as they were at 359c996, so that the limit
 * does not move with the code. Answers a function that runs them and answers how long that took, in ms.
 * @param sellers how many there are, numbered from 1
 */
export async function bareAggregates(connectionString: string, period: string, sellers: number) {
  const client = new pg.Client({
    connectionString,
    options: '-c timezone=UTC -c max_parallel_workers_per_gather=0',
  })
  await client.connect()
  atEnd(() => client.end())
  const ids = Array.from({ length: sellers }, (_, index) => index + 1)
  const [start, asOf] = [`${period}-01T00:00:00.000Z`, `${shiftPeriod(period, 1)}-01T00:00:00.000Z`]
  const first = `${period}-01`
  const last = new Date(Date.parse(asOf) - 1).toISOString().slice(0, 10)
  const { rows } = await client.query(
    `select json_agg(fields) as records from config_records where type = 'helpdesk' and is_active`,
  )
  const helpdesk = JSON.stringify(rows[0].records)

  return () =>
    timed(async () => {
      const orders = await client.query<{ seller_id: number; orders: string }>(ORDERS, [ids, start, asOf])
      const ordersOf = new Map(orders.rows.map((row) => [row.seller_id, row.orders]))
      const counts = ids.map((id) => ordersOf.get(id) ?? 0)
      await client.query(FORECASTS, [ids, counts, asOf, period, first, last, 'UTC', 7, 14])
      await client.query(TICKETS, [ids, start, asOf, helpdesk])
      await client.query(INVOICES, [ids, first, last])
      await client.query(STOCK, [ids, first, last, 180])
    })
}

const ORDERS = `
  with cancelled as (
    select *, (cancelled_at < $3) is true as is_cancelled,
           (cancelled_at < $3 and cancel_fault in ('operator', 'customer', 'carrier')) is true as is_excused
    from orders
    where seller_id = any($1::int[]) and ordered_at >= $2 and ordered_at < $3
  ), orders_of_month as (
    select *,
           is_cancelled and cancel_fault = 'seller' as seller_cancelled,
           ready_at <= ready_by and ready_at < $3 and not is_excused as ready_on_time,
           ready_by is not null and least(ready_at, ready_by) < $3 and not is_excused as ready_due,
           not has_data_error as error_free,
           case when is_cancelled then 0 else units end as units_ordered
    from cancelled
  )
     select seller_id,
            count(*) as orders,
            count(*) filter (where seller_cancelled) as seller_cancelled,
            count(*) filter (where ready_on_time) as ready_on_time,
            count(*) filter (where ready_due) as ready_due,
            count(*) filter (where error_free) as error_free,
            sum(units_ordered) as units_ordered
     from orders_of_month
     group by seller_id`

const FORECASTS = `
  with seller as (
       select * from unnest($1::int[], $2::bigint[]) as s(seller_id, orders)
     ), campaign as (
    select id, campaign_code, start_date - $9::int as deadline from campaigns
    where status <> 'cancelled' and end_date between $5::date and $6::date
  ), submitted as (
    select distinct on (f.seller_id, f.campaign_id)
           f.seller_id, f.campaign_id, f.period, f.forecast_orders, f.submitted_at,
           (f.submitted_at at time zone $7)::date as submitted_on
    from forecasts f left join campaign c on c.id = f.campaign_id
    where f.seller_id = any($1::int[]) and f.submitted_at < $3
      and (c.id is not null or (f.campaign_id = 0 and f.period = $4))
    order by f.seller_id, f.campaign_id, (f.period = $4) desc, f.submitted_at desc, f.period desc
  ), actual as (
    select seller_id, 0 as campaign_id, orders as actual_orders from seller
    union all
    select a.seller_id, a.campaign_id, a.actual_orders
    from campaign_actuals a join campaign c on c.id = a.campaign_id where a.seller_id = any($1::int[])
  ), compared as (
    select *, coalesce(c.deadline, $5::date - $8::int) as due_on,
           coalesce(forecast_orders, 0)::bigint as forecast, coalesce(actual_orders, 0) as actual
    from submitted full join actual using (seller_id, campaign_id) left join campaign c on c.id = campaign_id
  ), forecasts_of_month as (
    select *, forecast - actual as error, abs(forecast - actual) as absolute_error,
           case when submitted_on is null then 14
                else least(14, greatest(0, submitted_on - due_on)) end as lateness_days
    from compared where forecast > 0 or actual > 0
  )
     select seller_id,
            count(*) as forecast_rows,
            sum(forecast)::text as forecast_total,
            sum(actual)::text as actual_total,
            sum(absolute_error)::text as absolute_error,
            sum(lateness_days) as lateness_days
     from forecasts_of_month
     group by seller_id`

const TICKETS = `
  with rule as (
    select category, weight, reply_hours * interval '1 hour' as reply_within,
           resolve_hours * interval '1 hour' as resolve_within
    from jsonb_to_recordset($4::jsonb) as r(category text, weight numeric, reply_hours float8, resolve_hours float8)
  ), weighed as (
    select t.*,
           coalesce(own.weight, other.weight) as weight,
           opened_at + coalesce(own.reply_within, other.reply_within) as reply_by,
           opened_at + coalesce(own.resolve_within, other.resolve_within) as resolve_by
    from tickets t
    left join rule own on own.category = t.category
    join rule other on other.category = '*'
    where t.seller_id = any($1::int[]) and t.opened_at >= $2 and t.opened_at < $3
  ), tickets_of_month as (
    select *,
           case when fault = 'seller' then weight else 0 end as seller_ticket_weight,
           replied_at <= reply_by and replied_at < $3 as replied_in_time,
           least(replied_at, reply_by) < $3 as reply_due,
           least(resolved_at, $3) > resolve_by as is_overdue
    from weighed
  )
     select seller_id,
            count(*) as tickets,
            sum(seller_ticket_weight)::text as seller_ticket_weight,
            count(*) filter (where replied_in_time) as replied_in_time,
            count(*) filter (where reply_due) as reply_due,
            count(*) filter (where is_overdue) as overdue_tickets
     from tickets_of_month
     group by seller_id`

const INVOICES = `
  with invoices_of_month as (
    select *,
           case when paid_on is null and owed = 0 then 0
                else greatest(0, least(paid_on, $3::date) - due_on) end as days_late,
           case when due_on < $3::date and (paid_on <= $3::date) is not true then owed else 0 end as unpaid_amount
    from invoices, lateral (
      select case when paid_on is null
                  then least(amount, coalesce(due_amount,
                         greatest(0, amount - paid_amount - coalesce(credited_amount, 0))))
                  else greatest(0, amount - coalesce(credited_amount, 0)) end as owed) at_as_of
    where seller_id = any($1::int[]) and due_on <= $3::date and (paid_on is null or paid_on >= $2::date)
  )
     select seller_id,
            count(*) as invoices,
            sum(amount)::text as invoiced_amount,
            sum(amount * days_late)::text as amount_days_late,
            sum(unpaid_amount)::text as unpaid_amount
     from invoices_of_month
     group by seller_id`

const STOCK = `
  with last as (
    select seller_id, warehouse_id, max(snapshot_on) as snapshot_on
    from inventory_snapshots
    where seller_id = any($1::int[]) and snapshot_on between $2::date and $3::date
    group by seller_id, warehouse_id
  ), stock_of_month as (
    select *, coalesce(volume_m3, quantity) as volume, snapshot_on - received_on as age_days,
           snapshot_on - received_on > $4::int as is_aged
    from inventory_snapshots join last using (seller_id, warehouse_id, snapshot_on)
    where seller_id = any($1::int[])
  )
     select seller_id,
            count(*) as stock_rows,
            sum(volume)::text as stock_volume,
            coalesce(sum(volume) filter (where is_aged), 0)::text as aged_volume,
            coalesce(sum(volume) filter (where is_stranded), 0)::text as stranded_volume,
            sum(quantity)::text as stock_quantity
     from stock_of_month
     group by seller_id`
