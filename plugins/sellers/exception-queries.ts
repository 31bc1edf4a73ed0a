import type { Database, Tx } from '../../src/platform/database/database.ts'
import { isKnownAdjustment } from '../../src/scoring/adjustments.ts'
import type { NewScoreException, ScoreExceptionItem } from './exception-schemas.ts'

type Row = Omit<ScoreExceptionItem, 'applies'>

/** One page of the exceptions of a seller and how many there are, the newest first; `today` is YYYY-MM-DD. */
export async function pageOfExceptions(
  db: Database,
  sellerId: number,
  today: string,
  { page, limit }: { page: number; limit: number },
) {
  const [rows, count] = await Promise.all([
    db.rows<Row>(
      `select *, is_active = 1 and $2::date >= effective_from and $2::date <= coalesce(effective_to, 'infinity') as in_force
       from score_exceptions where seller_id = $1
       order by id desc limit $3 offset $4`,
      [sellerId, today, limit, (page - 1) * limit],
      'exceptions-page',
    ),
    db.row<{ total: number }>(
      `select count(*) as total from score_exceptions where seller_id = $1`,
      [sellerId],
      'exceptions-total',
    ),
  ])
  return { data: rows.map(withApplies), total: count?.total ?? 0, page, limit }
}

/** The active exceptions of a seller that hold on a day, the newest first. */
export async function exceptionsInForceOn(db: Database, sellerId: number, today: string) {
  const rows = await db.rows<Row>(
    `select *, true as in_force from score_exceptions
     where seller_id = $1 and is_active = 1 and $2::date >= effective_from
       and $2::date <= coalesce(effective_to, 'infinity')
     order by id desc`,
    [sellerId, today],
    'exceptions-in-force',
  )
  return rows.map(withApplies)
}

const withApplies = (row: Row): ScoreExceptionItem => ({
  ...row,
  applies: isKnownAdjustment(row.adjustment_rule, row.score_component_affected),
})

interface Stored {
  id: number
  is_active: number
}

export async function insertException(
  tx: Tx,
  sellerId: number,
  exception: NewScoreException,
): Promise<Stored> {
  const made = await tx.one<{ record: Stored }>`
    insert into score_exceptions as e (
      seller_id, exception_type, score_component_affected, adjustment_rule, reason, approved_by,
      effective_from, effective_to, is_active)
    select ${sellerId}, exception_type, score_component_affected, adjustment_rule, reason, approved_by,
           effective_from, effective_to, coalesce(is_active, 1)
    from jsonb_populate_record(null::score_exceptions, ${JSON.stringify(exception)}::jsonb)
    returning to_jsonb(e) as record`
  return made.record
}

/** The exception as it stands, locked; undefined when the seller has none of that id. */
export async function lockException(tx: Tx, sellerId: number, id: number): Promise<Stored | undefined> {
  const locked = await tx.row<{ record: Stored }>`
    select to_jsonb(e) as record from score_exceptions e where seller_id = ${sellerId} and id = ${id} for update`
  return locked?.record
}

export async function endException(tx: Tx, sellerId: number, id: number): Promise<Stored> {
  const ended = await tx.one<{ record: Stored }>`
    update score_exceptions e set is_active = 0, updated_at = now()
    where seller_id = ${sellerId} and id = ${id}
    returning to_jsonb(e) as record`
  return ended.record
}
