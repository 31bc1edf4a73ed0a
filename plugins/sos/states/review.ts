import { requireExplanations } from '../../../src/domain/scores/keep-explanations.ts'
import { conflict, notFound } from '../../../src/platform/http/errors/problems.ts'
import { audit, change, requireMatch } from '../../../src/platform/http/requests/change.ts'
import type { Handler } from '../../../src/platform/http/route.ts'
import { lockScoreById } from './finalize.ts'
import type { reviewRoute } from './schemas.ts'

export const reviewScore: Handler<typeof reviewRoute> = (request) =>
  change(request, async (tx) => {
    const { id } = request.params
    const note = request.body ?? {}
    const score = await lockScoreById(tx, id)
    if (!score) throw notFound('score_not_found', `There is no monthly score ${id}.`)
    await requireMatch(tx, request, 'monthly_scores', id)
    if (score.status === 'final')
      throw conflict('score_final', "The score is final and can't be put under review.")
    const where = { seller_id_period: { seller_id: score.seller_id, period: score.period } }
    await tx.prisma.monthly_score.update({ where, data: { ...note, status: 'under_review' } })
    await requireExplanations(tx, score.period, [score.seller_id])
    await audit(tx, request, {
      action: 'score.reviewed',
      entity: 'monthly_score',
      entity_id: id,
      before: { status: score.status },
      after: { status: 'under_review', ...note },
    })
    return { success: true }
  })
