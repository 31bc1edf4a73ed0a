import type { App } from '../../src/app.ts'
import { eventually } from './eventually.ts'

/**
 * Waits until all rows of a table are older than every transaction that is open anywhere on the database server, which
 * the tests share. The feed holds newer events back until then, and a run is gone on from as if it had not seen newer
 * changes of facts.
 */
export const settled = ({ db }: App, table: 'events' | 'fact_changes' = 'events'): Promise<void> =>
  eventually(async () => {
    const { is_so } = await db.one<{ is_so: boolean }>(
      `select coalesce(max(xact) < pg_snapshot_xmin(pg_current_snapshot()), true) as is_so from ${table}`,
    )
    return is_so
  })
