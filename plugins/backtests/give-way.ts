import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from '../../src/platform/database/database.ts'
import { isScoring } from './part-queries.ts'

/** The longest that a part waits for scores that are calculated, so that the backtest ends all the same. */
const MOST_MS = 30_000
const PAUSE_MS = 250

/** Waits while scores are calculated: they go first. */
export async function giveWay(db: Sql, signal: AbortSignal) {
  const until = performance.now() + MOST_MS
  while (performance.now() < until && (await isScoring(db))) await delay(PAUSE_MS, undefined, { signal })
}
