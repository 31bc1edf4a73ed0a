import type { Sql } from '../../platform/database/database.ts'
import type { FeedsInUse } from '../../scoring/components.ts'
import { firstDay } from '../../scoring/month.ts'
import type { ScoredMonth } from './scored-month.ts'

/**
 * Which feeds any seller at all, active or not, has a fact of that the month's metrics read. Each seller's index
 * is looked into until the first fact is found, so that a month without any costs one probe a seller.
 */
export const findFeedsInUse = (db: Sql, month: ScoredMonth) =>
  db.one<FeedsInUse>(
    `select exists (select from sellers s, lateral (
              select from orders o
              where o.seller_id = s.id and o.ordered_at >= $1 and o.ordered_at < $2 limit 1) f) as orders,
            exists (select from sellers s, lateral (
              select from forecasts f left join campaigns c on c.id = f.campaign_id
              where f.seller_id = s.id and f.submitted_at < $2
                and (f.campaign_id = 0 and f.period = $5
                  or c.status <> 'cancelled' and c.end_date between $3::date and $4::date) limit 1) f) as forecasts,
            exists (select from sellers s, lateral (
              select from tickets t
              where t.seller_id = s.id and t.opened_at >= $1 and t.opened_at < $2 limit 1) f) as tickets,
            exists (select from sellers s, lateral (
              select from invoices i
              where i.seller_id = s.id and i.due_on <= $4::date
                and (i.paid_on is null or i.paid_on >= $3::date) limit 1) f) as payments,
            exists (select from sellers s, lateral (
              select from inventory_snapshots i
              where i.seller_id = s.id and i.snapshot_on between $3::date and $4::date limit 1) f) as inventory`,
    [month.month_start, month.as_of, firstDay(month.period), month.as_of_date, month.period],
  )
