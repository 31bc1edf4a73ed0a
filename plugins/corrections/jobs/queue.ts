import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { correctionRun } from './correction-run.ts'

/** So many corrections may be open at a time: each keeps the scores that it proposes. */
export const MOST_OPEN = 12

interface NewCorrection {
  period: string
  reason: string
  dry_run: boolean
  facts_only: boolean
  /** null: all with a final score */
  seller_ids: number[] | null
  /** null: the service itself */
  requested_by: number | null
}

/** Makes a correction and its job. Answers its id; undefined while another one of its month is open. */
export async function queueCorrection(
  tx: Transaction,
  { jobs }: Pick<FastifyInstance, 'jobs'>,
  { period, reason, dry_run, facts_only, seller_ids, requested_by }: NewCorrection,
): Promise<number | undefined> {
  const made = await tx.row<{ id: number }>`
    insert into corrections (period, open_period, reason, dry_run, facts_only, seller_ids, requested_by)
    values (${period}, ${period}, ${reason}, ${dry_run}, ${facts_only}, ${seller_ids}::int[], ${requested_by})
    on conflict (open_period) do nothing
    returning id`
  if (made) await jobs.send(tx, correctionRun, { correction_id: made.id })
  return made?.id
}
