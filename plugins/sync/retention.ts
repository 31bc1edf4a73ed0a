import type { Env } from '../../src/env.ts'
import type { RetentionLine } from '../../src/platform/retention/retention.ts'

/** How long facts and rejected records are kept. An invoice stays until it is paid. */
export function factRetention({ KEEP_FACTS_MONTHS }: Env): RetentionLine[] {
  const period = `${KEEP_FACTS_MONTHS} months`
  const lines = [
    { table: 'orders', where: 'ordered_at < now() - $1::interval' },
    { table: 'tickets', where: 'opened_at < now() - $1::interval' },
    {
      table: 'invoices',
      where: 'greatest(due_on, paid_on) < now() - $1::interval and paid_on is not null',
    },
    { table: 'inventory_snapshots', where: 'snapshot_on < now() - $1::interval' },
    { table: 'forecasts', where: `to_date(period, 'YYYY-MM') < now() - $1::interval` },
    { table: 'revenues', where: `to_date(period, 'YYYY-MM') < now() - $1::interval` },
    {
      table: 'campaign_actuals',
      where: 'campaign_id in (select id from campaigns where end_date < now() - $1::interval)',
    },
    { table: 'fact_deletions', where: 'deleted_at < now() - $1::interval' },
    { table: 'sync_rejections', where: 'received_at < now() - $1::interval' },
  ]
  return lines.map((line) => ({ ...line, period }))
}
