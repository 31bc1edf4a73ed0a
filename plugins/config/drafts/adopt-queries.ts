import type { ConfigDraft } from '../../../src/domain/config/config-draft.ts'
import type { Tx } from '../../../src/platform/database/database.ts'
import type { Backtest } from './backtest-check.ts'

/**
 * The backtest, held against deletion until the transaction ends: who deletes it waits, and sees the adoption.
 * `rules_written` tells that a record of any month was written since it was asked for.
 */
export const findBacktest = (tx: Tx, id: number) =>
  tx.row<Backtest>`
    select id, kind, draft_id, status, from_period as "from", to_period as "to", changes_sha256, guards, rules_sha256,
           report, exists (select from config_record_versions where updated_at > backtests.created_at) as rules_written
    from backtests where id = ${id} for key share`

/**
 * The first month from this one on that has a final score. A score that becomes final while this transaction goes on
 * is as one that becomes final after it: nothing computes it again.
 */
export const finalMonthFrom = (tx: Tx, period: string) =>
  tx.row<{ period: string }>`
    select period from monthly_scores where period >= ${period} and status = 'final' order by period limit 1`

export interface Adoption {
  adopted_from: string
  backtest_id: number | null
  override_reason: string | null
}

export const markAdopted = (
  tx: Tx,
  id: number,
  { adopted_from, backtest_id, override_reason }: Adoption,
  userId: number,
) =>
  tx.one<ConfigDraft>`
    update config_drafts
    set version = version + 1, adopted_at = now(), adopted_by = ${userId}, adopted_from = ${adopted_from},
        backtest_id = ${backtest_id}, override_reason = ${override_reason}
    where id = ${id}
    returning *`
