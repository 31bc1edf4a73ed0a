import type { Database, Tx } from '../../src/platform/database/database.ts'

/** How far the demo has come; the row 'demo' of service_state, written with the first rows of the demo. */
export interface Marker {
  state: 'seeding' | 'ready'
  /** The day everything is dated from, YYYY-MM-DD. A start that finds the demo half made goes on with it. */
  anchor: string
  /** Sellers of the demo, so that whoever goes on makes as many. */
  sellers: number
  /** Months that are pushed, scored and closed. */
  months_done: number
}

export async function readMarker(db: Database): Promise<Marker | undefined> {
  const row = await db.row<{ value: Marker }>(`select value from service_state where key = 'demo'`)
  return row?.value
}

export const writeMarker = (tx: Tx, marker: Marker) =>
  tx.run`
    insert into service_state (key, value) values ('demo', ${JSON.stringify(marker)}::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = now()`
