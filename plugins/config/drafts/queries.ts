import type { ConfigDraft } from '../../../src/domain/config/config-draft.ts'
import { COUNTED_SCORES } from '../../../src/domain/scores/counted-scores.ts'
import type { Database, Sql, Tx } from '../../../src/platform/database/database.ts'
import { pageOfRows } from '../../../src/platform/database/statements/page.ts'
import type { Backtest } from './backtest-check.ts'
import type { ListedDraft } from './schemas.ts'

/** What a version of a draft says. */
export type Content = Pick<ConfigDraft, 'name' | 'changes' | 'changes_sha256' | 'guards'>

/** What those are called who have made and adopted a draft. */
const NAMES = `(select full_name from users u where u.id = config_drafts.created_by) as created_by_name,
            (select full_name from users u where u.id = config_drafts.adopted_by) as adopted_by_name`

const TRIED = `(select jsonb_build_object('from', b.from_period, 'to', b.to_period, 'scores', b.report->'scores',
                                      'tier_drops', b.report->'tier_drops', 'tier_rises', b.report->'tier_rises')
             from backtests b
             where b.draft_id = config_drafts.id and b.changes_sha256 = config_drafts.changes_sha256
               and b.status = 'completed' order by b.id desc limit 1)`

/** The names of one draft; undefined where it is gone. */
export const namesOf = (db: Sql, id: number) =>
  db.row<Pick<ListedDraft, 'created_by_name' | 'adopted_by_name'>>(
    `select ${NAMES} from config_drafts where id = $1`,
    [id],
  )

/** One page of drafts and how many there are, the newest first. */
export const pageOfDrafts = (db: Database, query: { page: number; limit: number }) =>
  pageOfRows<ListedDraft>(db, query, {
    rows: `
      select id, name, version, changes_sha256, created_at, created_by, updated_at, updated_by, written_by, adopted_at,
             adopted_by, adopted_from, backtest_id, override_reason, ${NAMES},
             jsonb_array_length(changes) as change_count, guards - 'golden' as guards,
             coalesce(jsonb_array_length(guards->'golden'), 0) as golden_count, ${TRIED} as tried
      from config_drafts`,
    values: [],
    order: 'id desc',
    name: 'config-drafts-page',
  })

/** The draft as it stands, locked until the transaction ends: of a change and an adoption one sees the other. */
export const lockDraft = (tx: Tx, id: number) =>
  tx.row<ConfigDraft>`select * from config_drafts where id = ${id} for update`

export const insertDraft = (tx: Tx, { name, changes, changes_sha256, guards }: Content, userId: number) =>
  tx.one<ConfigDraft>`
    insert into config_drafts (name, changes, changes_sha256, guards, created_by, updated_by, written_by)
    values (${name}, ${JSON.stringify(changes)}::jsonb, ${changes_sha256}, ${JSON.stringify(guards)}::jsonb,
            ${userId}, ${userId}, array[${userId}::int])
    returning *`

/** Writes the next version of a draft, and who has written it when that is more than another name. */
export const rewriteDraft = (tx: Tx, id: number, content: Content, userId: number) =>
  tx.one<ConfigDraft>`
    update config_drafts
    set name = ${content.name}, changes = ${JSON.stringify(content.changes)}::jsonb,
        changes_sha256 = ${content.changes_sha256}, guards = ${JSON.stringify(content.guards)}::jsonb,
        version = version + 1, updated_at = now(), updated_by = ${userId},
        written_by = case
          when changes_sha256 = ${content.changes_sha256} and guards = ${JSON.stringify(content.guards)}::jsonb
          then written_by
          else array_remove(written_by, ${userId}) || ${userId}::int
        end
    where id = ${id}
    returning *`

export const deleteDraft = (tx: Tx, id: number) => tx.run`delete from config_drafts where id = ${id}`

/**
 * The backtest, held against deletion until the transaction ends: who deletes it waits, and sees the adoption.
 * `rules_written` tells that a record of any month was written since it was asked for.
 */
export const findBacktest = (tx: Tx, id: number) =>
  tx.row<Backtest>`
    select id, draft_id, status, from_period as "from", to_period as "to", changes_sha256, guards, rules_sha256,
           report, exists (select from config_record_versions where updated_at > backtests.created_at) as rules_written
    from backtests where id = ${id} for key share`

/**
 * The first month from this one on that has a final score. A score that becomes final while this transaction goes on
 * is as one that becomes final after it: nothing computes it again.
 */
export const finalMonthFrom = (tx: Tx, period: string) =>
  tx.row<{ period: string }>`
    select period from monthly_scores where period >= ${period} and status = 'final' order by period limit 1`

export const markAdopted = (
  tx: Tx,
  id: number,
  {
    adopted_from,
    backtest_id,
    override_reason,
  }: Pick<ConfigDraft, 'adopted_from' | 'backtest_id' | 'override_reason'>,
  userId: number,
) =>
  tx.one<ConfigDraft>`
    update config_drafts
    set version = version + 1, adopted_at = now(), adopted_by = ${userId}, adopted_from = ${adopted_from},
        backtest_id = ${backtest_id}, override_reason = ${override_reason}
    where id = ${id}
    returning *`

/** How many scores of a month count: those that an appeal has decided, and all others. */
export const countScores = (db: Sql, period: string) =>
  db.one<{ open: number; decided: number }>(
    `select count(*) filter (where revision = 1) as open, count(*) filter (where revision > 1) as decided
     from ${COUNTED_SCORES} m where period = $1`,
    [period],
  )

/** What sellers are called, by their codes. */
export async function companyNames(db: Sql, codes: string[]) {
  const rows = await db.rows<{ seller_code: string; company_name: string }>(
    'select seller_code, company_name from sellers where seller_code = any($1)',
    [codes],
  )
  return new Map(rows.map(({ seller_code, company_name }) => [seller_code, company_name]))
}

/**
 * The kept inputs of a month's scores that no appeal has decided, null where none are kept: of all of them, or of
 * `most` that are evenly spread over the ids of their sellers.
 */
export async function keptInputs(db: Sql, period: string, { most, of }: { most: number; of: number }) {
  return db.column<string | null>(
    `with scores as (
       select seller_id, row_number() over (order by seller_id) as place
       from ${COUNTED_SCORES} m where period = $1 and revision = 1
     )
     select e.inputs
     from scores left join score_explanations e
       on e.seller_id = scores.seller_id and e.period = $1 and e.revision = 1
     where place * $2 / $3 > (place - 1) * $2 / $3
     order by scores.seller_id`,
    [period, most, of],
  )
}
