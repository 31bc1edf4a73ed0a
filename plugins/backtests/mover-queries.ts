import type { Sql } from '../../src/platform/database/database.ts'
import type { Mover } from './report-schemas.ts'

/** The scores that rise and fall the most, 20 of each, among those that both sides rate. */
export const moversOf = async (db: Sql, id: number) => ({
  up: await mostMoved(db, id, 1),
  down: await mostMoved(db, id, -1),
})

const mostMoved = (db: Sql, id: number, sign: 1 | -1) =>
  db.rows<Mover>(
    `select s.seller_code, b.period, b.before_tier as tier_before, b.after_tier as tier_after,
            b.before_total as total_before, b.after_total as total_after, b.after_total - b.before_total as delta
     from backtest_scores b join sellers s on s.id = b.seller_id
     where b.backtest_id = $1 and b.before_rated and b.after_rated and sign(b.after_total - b.before_total) = $2
     order by abs(b.after_total - b.before_total) desc, s.seller_code, b.period
     limit 20`,
    [id, sign],
  )
