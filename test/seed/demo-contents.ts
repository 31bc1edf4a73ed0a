/** Everything the demo is made of, without what differs from one making to the next. */
const TABLES: Record<string, string> = {
  service_state: `select key, value from service_state where key = 'demo'`,
  users:
    'select id, username, role, am_id, warehouse_id, employee_id, is_seeded, password_hash from users order by id',
  campaigns: 'select id, campaign_code, start_date, end_date from campaigns order by id',
  sellers:
    'select seller_code, company_name, status, assigned_am_id, contract_start_date from sellers order by 1',
  orders: `select count(*), sum(units), count(ready_at), count(cancelled_at), max(ready_at) from orders`,
  tickets: 'select count(*), count(replied_at), max(resolved_at) from tickets',
  invoices: 'select count(*), sum(amount), sum(paid_amount), count(paid_on) from invoices',
  inventory: 'select count(*), sum(quantity), sum(volume_m3) from inventory_snapshots',
  forecasts: 'select count(*), sum(forecast_orders) from forecasts',
  campaign_actuals: 'select count(*), sum(actual_orders) from campaign_actuals',
  revenues: 'select count(*), sum(amount) from revenues',
  exceptions:
    'select s.seller_code, exception_type, adjustment_rule from score_exceptions join sellers s on s.id = seller_id order by 1, 2',
  scores: `select s.seller_code, period, m.status, revision, total_sos, tier_name, delta_sos, is_grace_period, reviewed_by
           from monthly_scores m join sellers s on s.id = m.seller_id order by 1, 2`,
  surcharges: `select s.seller_code, period, surcharge_type, amount, c.status
               from surcharges c join sellers s on s.id = c.seller_id order by 1, 2, 3`,
  appeals: `select s.seller_code, period, submitted_by_am_id, a.status, ops_decision, am_decision, score_adjustment
            from appeals a join sellers s on s.id = a.seller_id order by 1, 2, 3`,
  drafts: 'select name, changes_sha256 from config_drafts',
  backtests: 'select name, draft_id, from_period, to_period from backtests',
  webhooks: 'select name, url, events, is_active from webhook_subscriptions',
  events: `select e.type, e.sequence, s.seller_code, data->>'period' as period
           from events e join sellers s on s.id = e.seller_id order by s.seller_code, e.sequence`,
}

/** What is in a database of the demo, table by table; `query` answers the rows of a statement. */
export async function demoContents(query: (text: string) => Promise<object[]>) {
  const entries = Object.entries(TABLES).map(async ([table, text]) => [table, await query(text)] as const)
  return Object.fromEntries(await Promise.all(entries))
}
