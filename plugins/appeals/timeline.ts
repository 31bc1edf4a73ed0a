import { type AppealRow, appealOf } from '../../src/domain/appeals/appeal-row.ts'
import { isOpen } from '../../src/domain/appeals/open-appeals.ts'
import { shownScore } from '../../src/domain/scores/shown-score.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { entityTag } from '../../src/platform/http/answers/entity-tag.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { mostOf, previewOf } from './preview.ts'
import { findAppeal } from './queries.ts'
import type { getRoute, Step } from './review-schemas.ts'
import { explainedScore } from './score-queries.ts'

/** One appeal with who did what when, the score as it is, and what the appeal can still bring. */
export const getAppeal: Handler<typeof getRoute> = async (request, reply) => {
  const { db } = request.server
  const row = await findAppeal(request, request.params.id)
  const { status, component_appealed: component } = row
  const [found, timeline] = await Promise.all([explainedScore(db, row), timelineOf(db, row)])
  const { score, explanation, rules } = found
  reply.header('etag', entityTag(row.version))
  return {
    ...appealOf(row),
    course: timeline,
    score: { id: score.id, status: score.status, ...shownScore(score) },
    preview: isOpen(status) && explanation && rules ? previewOf(found, component, mostOf(component)) : null,
  }
}

/** The steps of an appeal with the people behind them, oldest first. */
async function timelineOf(db: Database, row: AppealRow): Promise<Step[]> {
  const { created_by, ops_user_id, am_user_id, closed_by } = row
  const ids = [created_by, ops_user_id, am_user_id, closed_by].filter((id) => id !== null)
  const users = await db.prisma.user.findMany({
    where: { id: { in: ids } },
    select: { id: true, username: true, full_name: true },
  })
  const user = (id: number | null) => users.find((one) => one.id === id) ?? null
  const { created_at, updated_at, status, closed_reason, am_name, ops, am } = appealOf(row)
  const review = ({ reviewed_at, reviewed_by, decision, notes }: NonNullable<typeof ops>) => ({
    at: reviewed_at,
    by: reviewed_by,
    decision,
    notes,
  })
  const nothingSaid = { decision: null, notes: null }
  return [
    { step: 'submitted', at: created_at, user: user(created_by), by: am_name, ...nothingSaid },
    ...(ops ? [{ step: 'ops_review', user: user(ops_user_id), ...review(ops) } as const] : []),
    ...(am ? [{ step: 'am_review', user: user(am_user_id), ...review(am) } as const] : []),
    ...(status === 'expired'
      ? [
          {
            step: closed_reason ?? 'expired',
            at: updated_at,
            user: user(closed_by),
            by: closed_reason && am_name,
            ...nothingSaid,
          } as const,
        ]
      : []),
  ]
}
