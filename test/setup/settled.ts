import type { App } from '../../src/app.ts'
import { eventually } from './eventually.ts'

/**
 * Waits until the feed shows every event that is committed: it holds events back while an older transaction is open
 * anywhere on the database server, which the tests share.
 */
export const settled = ({ db }: App): Promise<void> =>
  eventually(async () => {
    const row = await db.row<{ settled: boolean }>(
      `select coalesce(max(xact) < pg_snapshot_xmin(pg_current_snapshot()), true) as settled from events`,
    )
    return row?.settled ?? false
  })
