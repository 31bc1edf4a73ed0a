import { setTimeout as delay } from 'node:timers/promises'
import { isScoringUnderWay } from '../../src/domain/sellers/deletion-queries.ts'
import type { Database, Sql } from '../../src/platform/database/database.ts'
import { readForJob } from '../../src/runs/seller-queries.ts'

/** The longest that a part waits for scores that are calculated, so that the backtest ends all the same. */
const MOST_MS = 30_000
const PAUSE_MS = 250

/** Waits while scores are calculated, until a time of `performance.now()` at the most: they go first. */
export async function giveWay(db: Sql, signal: AbortSignal, until = performance.now() + MOST_MS) {
  while (performance.now() < until && (await isScoringUnderWay(db)))
    await delay(PAUSE_MS, undefined, { signal })
}

/**
 * Reads at one instant when no scores are calculated. It asks again on the connection of bulk work that it got, for a
 * calculation may have begun while it waited for one, and gives that back rather than reading.
 */
export async function readInTurn<T>(
  db: Database,
  signal: AbortSignal,
  read: (tx: Sql) => Promise<T>,
): Promise<T> {
  const until = performance.now() + MOST_MS
  for (;;) {
    await giveWay(db, signal, until)
    const found = await readForJob(db, async (tx) => {
      if (performance.now() < until && (await isScoringUnderWay(tx))) return undefined
      return { read: await read(tx) }
    })
    if (found) return found.read
  }
}
