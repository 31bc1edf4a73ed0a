import type { Sql } from '../../../src/platform/database/database.ts'
import type { Streak } from './streaks.ts'

/**
 * Adds streaks to what the subscriptions remember; any delivery begins anew, and its notices too. Answers the
 * subscriptions that have failures now.
 */
export async function countStreaks(tx: Sql, streaks: Streak[]): Promise<number[]> {
  if (streaks.length === 0) return []
  const rows = await tx.rows<{ id: number; failing_since: string | null }>`
    update webhook_subscriptions s set
      failing_since = case
        when g.failed = 0 then null
        when g.delivered then g.since
        else coalesce(s.failing_since, g.since) end,
      failed_attempts = case when g.delivered then g.failed else s.failed_attempts + g.failed end,
      last_notice = case when g.delivered then null else s.last_notice end
    from json_to_recordset(${JSON.stringify(streaks)}::json)
      as g(id int, delivered boolean, failed int, since timestamptz)
    where s.id = g.id and (g.failed > 0 or s.failing_since is not null)
    returning s.id, s.failing_since`
  return rows.filter(({ failing_since }) => failing_since !== null).map(({ id }) => id)
}
