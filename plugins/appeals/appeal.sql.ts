import type { SellerPlace } from '../../src/domain/sellers/scope.ts'
import type { Database, Tx } from '../../src/platform/database/database.ts'
import type { AppealRow } from './appeal-row.ts'
import type { AppealScore, ListQuery, NewAppeal, ScoreAdjustment } from './schemas.ts'
import type { AppealStatus, Decision } from './states.ts'

/** What identifies an appeal. */
export type AppealKey = Pick<AppealRow, 'seller_id' | 'id'>

/** One page of the appeals that match and how many there are, the newest first. */
export async function pageOfAppeals(
  db: Database,
  portfolioOf: number | null,
  { status, period, seller_code, page, limit }: ListQuery,
) {
  const rows = await db.rows<AppealRow & { total: number }>(
    `with found as (
       select a.seller_id, a.id from appeals a join sellers s on s.id = a.seller_id
       where ($1::text is null or a.status = $1) and ($2::text is null or a.period = $2)
         and ($3::text is null or s.seller_code = $3) and ($4::int is null or s.assigned_am_id = $4)
     ), page as (
       select seller_id, id from found order by id desc limit $5 offset $6
     )
     select (select count(*) from found) as total, a.*, s.seller_code, s.company_name, m.name as am_name
     from (select) one left join page on true
       left join appeals a on a.seller_id = page.seller_id and a.id = page.id
       left join sellers s on s.id = a.seller_id
       left join account_managers m on m.id = a.submitted_by_am_id
     order by a.id desc`,
    [status, period, seller_code, portfolioOf, limit, (page - 1) * limit],
    'appeals-page',
  )
  // The statement has one row even where the page has none, to carry the total.
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 }
}

/** The appeal with this id, and whose seller it is about. */
export const appealById = (db: Database, id: number) =>
  db.row<AppealRow & SellerPlace>(
    `select a.*, s.seller_code, s.company_name, m.name as am_name, s.assigned_am_id, s.primary_warehouse_id
     from appeals a join sellers s on s.id = a.seller_id left join account_managers m on m.id = a.submitted_by_am_id
     where a.id = $1`,
    [id],
    'appeal-by-id',
  )

export const isAccountManager = async (tx: Tx, id: number) =>
  (await tx.prisma.account_manager.count({ where: { id } })) === 1

/** Makes an appeal, or answers undefined when the seller has an open one of that period and component. */
export async function insertAppeal(
  tx: Tx,
  appeal: Omit<NewAppeal, 'seller_code'> & {
    seller_id: number
    submitted_by_am_id: number
    created_by: number
    score_before: AppealScore
  },
): Promise<AppealRow | undefined> {
  const made = await tx.row<{ appeal: AppealRow }>`
    with made as (
      insert into appeals (
        seller_id, period, component_appealed, appeal_reason_type, description, evidence_urls, submitted_by_am_id,
        created_by, score_before, open_key)
      select seller_id, period, component_appealed, appeal_reason_type, description, coalesce(evidence_urls, '{}'),
             submitted_by_am_id, created_by, score_before, period || ':' || component_appealed
      from jsonb_populate_record(null::appeals, ${JSON.stringify(appeal)}::jsonb)
      on conflict (seller_id, open_key) do nothing
      returning *
    )
    select to_jsonb(made) || jsonb_build_object(
             'seller_code', s.seller_code, 'company_name', s.company_name, 'am_name', m.name) as appeal
    from made join sellers s on s.id = made.seller_id left join account_managers m on m.id = made.submitted_by_am_id`
  return made?.appeal
}

/** The appeal as it stands, locked until the transaction ends, so that two reviews see each other. */
export async function lockAppeal(tx: Tx, { seller_id, id }: AppealKey): Promise<AppealRow> {
  const locked = await tx.one<{ appeal: AppealRow }>`
    select to_jsonb(a) as appeal from appeals a where seller_id = ${seller_id} and id = ${id} for update`
  return locked.appeal
}

/** What a reviewer says. */
export interface Review {
  decision: Decision
  notes: string | null
  reviewed_by: string
  user_id: number
}

/** Keeps the first review and hands the appeal on to the second. */
export async function markReviewed(tx: Tx, { seller_id, id }: AppealKey, review: Review): Promise<AppealRow> {
  const reviewed = await tx.one<{ appeal: AppealRow }>`
    update appeals a
    set status = 'under_review', ops_decision = ${review.decision}, ops_notes = ${review.notes},
        ops_reviewed_by = ${review.reviewed_by}, ops_user_id = ${review.user_id}, ops_reviewed_at = now(),
        updated_at = now()
    where seller_id = ${seller_id} and id = ${id}
    returning to_jsonb(a) as appeal`
  return reviewed.appeal
}

/** What the second review comes to. */
export interface Verdict {
  status: AppealStatus
  score_adjustment: ScoreAdjustment | null
  score_before: AppealScore
  score_after: AppealScore | null
}

/** Keeps the second review and closes the appeal, which makes room for another one of its component. */
export async function markDecided(
  tx: Tx,
  { seller_id, id }: AppealKey,
  review: Review,
  verdict: Verdict,
): Promise<AppealRow> {
  const decided = await tx.one<{ appeal: AppealRow }>`
    with decided as (
      update appeals a
      set status = v.status, open_key = null, score_adjustment = v.score_adjustment, score_before = v.score_before,
          score_after = v.score_after, am_decision = ${review.decision}, am_notes = ${review.notes},
          am_reviewed_by = ${review.reviewed_by}, am_user_id = ${review.user_id}, am_reviewed_at = now(),
          updated_at = now()
      from jsonb_populate_record(null::appeals, ${JSON.stringify(verdict)}::jsonb) v
      where a.seller_id = ${seller_id} and a.id = ${id}
      returning a.*
    )
    select to_jsonb(decided) || jsonb_build_object(
             'seller_code', s.seller_code, 'company_name', s.company_name, 'am_name', m.name) as appeal
    from decided join sellers s on s.id = decided.seller_id
      left join account_managers m on m.id = decided.submitted_by_am_id`
  return decided.appeal
}

/**
 * Closes all open appeals whose time is over, and answers each as it was and is. One that is decided while this
 * waits for its row is judged again once it is locked, and left out.
 */
export const expireDue = (tx: Tx) =>
  tx.rows<{ status_before: AppealStatus; appeal: AppealRow }>`
    with due as (
      select seller_id, id, status from appeals
      where status in ('pending', 'under_review') and expires_at <= now()
      order by seller_id, id for update
    ), expired as (
      update appeals a set status = 'expired', open_key = null, updated_at = now()
      from due where a.seller_id = due.seller_id and a.id = due.id
      returning a.*
    )
    select due.status as status_before,
           to_jsonb(expired) || jsonb_build_object(
             'seller_code', s.seller_code, 'company_name', s.company_name, 'am_name', m.name) as appeal
    from expired join due on due.seller_id = expired.seller_id and due.id = expired.id
      join sellers s on s.id = expired.seller_id left join account_managers m on m.id = expired.submitted_by_am_id
    order by expired.seller_id, expired.id`
