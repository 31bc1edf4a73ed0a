import type { ConfigDraft, Guards } from '../../../src/domain/config/config-draft.ts'
import type { Database, Tx } from '../../../src/platform/database/database.ts'
import { offsetOf, pageOf } from '../../../src/platform/database/page.ts'
import type { RuleChange } from '../../../src/scoring/draft-rules.ts'

/** What a version of a draft says. */
export interface Content {
  name: string
  changes: RuleChange[]
  changes_sha256: string
  guards: Guards
}

/** A draft as the list shows it: of what may be long, how many there are. */
export type ListedDraft = Omit<ConfigDraft, 'changes' | 'guards'> & {
  change_count: number
  guards: Omit<Guards, 'golden'>
  golden_count: number
}

/** One page of drafts and how many there are, the newest first. */
export async function pageOfDrafts(db: Database, query: { page: number; limit: number }) {
  const rows = await db.rows<ListedDraft & { total: number }>(
    `with page as (select id from config_drafts order by id desc limit $1 offset $2)
     select (select count(*) from config_drafts) as total, id, name, version, changes_sha256, created_at, created_by,
            updated_at, updated_by, written_by, adopted_at, adopted_by, adopted_from, backtest_id, override_reason,
            jsonb_array_length(changes) as change_count, guards - 'golden' as guards,
            coalesce(jsonb_array_length(guards->'golden'), 0) as golden_count
     from (select) one left join page on true left join config_drafts using (id)
     order by id desc`,
    [query.limit, offsetOf(query)],
    'config-drafts-page',
  )
  return pageOf(rows, 'id', query)
}

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
