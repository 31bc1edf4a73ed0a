import type { Sql } from '../../platform/database/database.ts'
import { shiftPeriod } from '../business-time.ts'
import { COUNTED_SCORES } from './counted-scores.ts'

/** The month that is shown where none is asked for: the running one, or the one before it while less than half of its scores are rated. */
export async function shownPeriod(db: Sql, running: string): Promise<string> {
  const found = await db.row<{ period: string }>(
    `select period from ${COUNTED_SCORES} m where period = any($1)
     group by period having count(*) filter (where is_rated) * 2 >= count(*) order by period desc limit 1`,
    [[running, shiftPeriod(running, -1)]],
    'shown-period',
  )
  return found?.period ?? running
}
