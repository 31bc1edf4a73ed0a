import type { FastifyInstance } from 'fastify'
import { type Acting, auditAll } from '../../platform/access/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ScoreRow } from '../scores/score-row.ts'
import { shownScore } from '../scores/shown-score.ts'
import { submittedEvent } from './appeal-events.ts'
import type { AppealRow } from './appeal-row.ts'
import { type FiledAppeal, insertAppeal, putUnderReview } from './file-queries.ts'

/**
 * Files an appeal against a score that the transaction has locked (lockScore), with its audit rows and event. Undefined
 * when the seller has an open one of that period and component.
 */
export async function fileAppeal(
  tx: Tx,
  { events }: Pick<FastifyInstance, 'events'>,
  acting: Acting,
  score: ScoreRow,
  filed: FiledAppeal,
): Promise<AppealRow | undefined> {
  const appeal = await insertAppeal(tx, { ...filed, score_before: shownScore(score) })
  if (!appeal) return undefined
  const moved = await putUnderReview(tx, score)
  await auditAll(tx, acting, [
    { action: 'appeal.submitted', entity_id: appeal.id, after: appeal },
    ...(moved
      ? [
          {
            action: 'score.reviewed',
            entity: 'monthly_score',
            entity_id: score.id,
            before: { status: score.status },
            after: { status: 'under_review', appeal_id: appeal.id },
          },
        ]
      : []),
  ])
  await events.publish(tx, [submittedEvent(appeal)])
  return appeal
}
