import type { Sql } from '../../../src/platform/database/database.ts'
import { sellersChangedSince } from './changed-queries.ts'
import { baseOf, divideSellers, type Kept, NONE_KEPT } from './kept-queries.ts'

/**
 * Who has to be scored again by a run of all sellers of a period (null for all of them), and who keeps the score of the
 * run before it. All have to when there is no such run, when its basis was another one, and when something has changed
 * for all.
 * @param tx reads no earlier than in the snapshot that is kept with the run, so that the next one misses nothing
 */
export async function keepUnchanged(
  tx: Sql,
  period: string,
  basis: string | null,
): Promise<{ sellers: number[] | null; kept: Kept }> {
  const base = basis === null ? undefined : await baseOf(tx, period, basis)
  const changed = base && (await sellersChangedSince(tx, period, base.snapshot))
  return changed ? divideSellers(tx, period, base, changed) : { sellers: null, kept: NONE_KEPT }
}
