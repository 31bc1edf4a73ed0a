import type pg from 'pg'
import { shiftPeriod } from '../../src/domain/business-time.ts'

/** How much to fill in. */
export interface Filling {
  sellers: number
  /** of each month */
  ordersEach: number
  /** that end with the last one; 1 without */
  months?: number
}

/**
 * Fills a database with sellers and the facts of some months: orders, 1 forecast, 20 tickets, 3 invoices and 10
 * inventory rows of each. Orders and tickets lie in the table in the order of time, as feeds push them, so that those
 * of one seller are scattered.
 * @param last the last month, YYYY-MM
 */
export async function fillMonths(db: pg.Client, last: string, { sellers, ordersEach, months = 1 }: Filling) {
  await fillSellers(db, `${shiftPeriod(last, 1 - months)}-01`, sellers)
  for (let back = months - 1; back >= 0; back--)
    await fillFacts(db, shiftPeriod(last, -back), sellers, ordersEach)
  await db.query('vacuum analyze')
}

async function fillSellers(db: pg.Client, month: string, sellers: number) {
  await db.query(`
    insert into users (username, full_name, role) values ('bench', 'Bench', 'bod');
    insert into warehouses (code, name) select 'WH-' || n, 'Warehouse ' || n from generate_series(1, 3) n;
    insert into account_managers (name, email)
      select 'Manager ' || n, 'manager' || n || '@example.com' from generate_series(1, 100) n`)
  await db.query(
    `insert into sellers (seller_code, company_name, contract_type, contract_start_date, primary_warehouse_id, assigned_am_id)
     select 'S-' || lpad(n::text, 6, '0'), 'Seller ' || n, 'fixed_fee', $1::date - 400, 1 + n % 3, 1 + n % 100
     from generate_series(1, $2::int) n`,
    [month, sellers],
  )
}

/** The facts of one month, YYYY-MM. */
export async function fillFacts(db: pg.Client, period: string, sellers: number, ordersEach: number) {
  const month = `${period}-01`
  await db.query(
    `insert into orders (seller_id, order_code, ordered_at, warehouse_id, units, ready_by, ready_at, cancelled_at,
                         cancel_fault, has_data_error)
     select seller, 'O-' || seller || '-' || to_char($1::date, 'YYMM') || '-' || n,
            at, 1 + seller % 3, 1 + luck % 4, at + interval '1 day',
            case when luck % 97 < 94 then at + interval '1 hour' * (luck % 26) end,
            case when luck % 97 >= 94 then at + interval '3 hours' end,
            case luck % 97 when 94 then 'seller' when 95 then 'customer' when 96 then 'operator' end,
            luck % 67 = 0
     from generate_series(1, $3::int) n, generate_series(1, $2::int) seller,
          lateral (select hashint4(seller * 1000 + n) & 2147483647 as luck) l,
          lateral (select $1::date + interval '1 second' * (luck % (28 * 86400)) as at) a
     order by at`,
    [month, sellers, ordersEach],
  )
  await db.query(
    `insert into forecasts (seller_id, period, forecast_orders, submitted_at)
     select seller, to_char($1::date, 'YYYY-MM'), 120 + seller % 160, $1::date - interval '1 hour' * (seller % 400)
     from generate_series(1, $2::int) seller`,
    [month, sellers],
  )
  await db.query(
    `insert into tickets (seller_id, ticket_code, category, fault, opened_at, replied_at, resolved_at)
     select seller, 'T-' || seller || '-' || to_char($1::date, 'YYMM') || '-' || n, (array['complaint', 'question', 'delivery'])[1 + luck % 3],
            case luck % 4 when 0 then 'operator' else 'seller' end,
            at, at + interval '1 hour' * (luck % 30), at + interval '1 hour' * (luck % 90)
     from generate_series(1, 20) n, generate_series(1, $2::int) seller,
          lateral (select hashint4(seller * 31 + n) & 2147483647 as luck) l,
          lateral (select $1::date + interval '1 second' * (luck % (28 * 86400)) as at) a
     order by at`,
    [month, sellers],
  )
  await db.query(
    `insert into invoices (seller_id, invoice_code, amount, issued_on, due_on, paid_amount, paid_on)
     select seller, 'I-' || seller || '-' || to_char($1::date, 'YYMM') || '-' || n, amount, due - 30, due,
            case when luck % 6 > 0 then amount else 0 end, case when luck % 6 > 0 then due - 5 + luck % 40 end
     from generate_series(1, 3) n, generate_series(1, $2::int) seller,
          lateral (select hashint4(seller * 7 + n) & 2147483647 as luck) l,
          lateral (select 100 + luck % 900000 / 100.0 as amount, $1::date + n * 8 as due) a`,
    [month, sellers],
  )
  await db.query(
    `insert into inventory_snapshots (seller_id, warehouse_id, sku, snapshot_on, received_on, quantity, volume_m3, is_stranded)
     select seller, 1 + n % 3, 'SKU-' || n, $1::date + 27, $1::date + 27 - luck % 400, 10 + luck % 90,
            case when luck % 7 > 0 then 0.5 + luck % 50 * 0.1 end, luck % 41 = 0
     from generate_series(1, 10) n, generate_series(1, $2::int) seller,
          lateral (select hashint4(seller * 13 + n) & 2147483647 as luck) l`,
    [month, sellers],
  )
}
