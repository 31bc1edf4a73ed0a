import type { Sql } from '../../src/platform/database/database.ts'
import type { Sums } from './schemas.ts'

/** How far the scores move that a correction changes. */
export async function sumsOf(db: Sql, id: number): Promise<Sums> {
  const sums = await db.one<Omit<Sums, 'migration'>>(
    `select count(*) filter (where total_after > total_before) as up,
            count(*) filter (where total_after < total_before) as down,
            count(*) filter (where tier_after <> tier_before) as tier_changes,
            round(avg(abs(total_after - total_before)), 6) as mean_abs,
            max(abs(total_after - total_before)) as max_abs
     from correction_scores where correction_id = $1`,
    [id],
  )
  const migration = await db.rows<Sums['migration'][number]>(
    `select tier_before as "from", tier_after as "to", count(*) as count
     from correction_scores where correction_id = $1
     group by tier_before, tier_after order by max(total_before) desc, tier_before, max(total_after) desc, tier_after`,
    [id],
  )
  return { ...sums, migration }
}
