import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '../../src/app.ts'

/**
 * Waits until the feed shows every event that is committed: it holds events back while an older transaction is open
 * anywhere on the database server, which the tests share.
 */
export async function settled({ db }: App): Promise<void> {
  for (;;) {
    const row = await db.row<{ settled: boolean }>(
      `select coalesce(max(xact) < pg_snapshot_xmin(pg_current_snapshot()), true) as settled from events`,
    )
    if (row?.settled) return
    await delay(20)
  }
}
