import type { FastifyInstance } from 'fastify'
import { requireInScope, unknownSeller } from '../../../src/domain/sellers/scope.ts'
import { inBatches } from '../../../src/platform/database/in-batches.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { asJson } from '../../../src/platform/http/json-text.ts'
import { keyOf } from './asked-sellers.ts'
import { currentScores } from './current-score-queries.ts'
import { noScore } from './reading.ts'
import type { currentScoreSchema } from './schemas.ts'

/** Answers the score of a seller, which PostgreSQL has written as it is shown. */
export function currentScoreReader({ db }: FastifyInstance): Handler<typeof currentScoreSchema> {
  const findScore = inBatches(db.quick, 'current-scores', (keys: string[]) => currentScores(db.quick, keys))
  return async ({ actor, params: { seller_code }, query: { period } }, reply) => {
    const seller = await findScore(keyOf(seller_code, period))
    if (!seller) throw unknownSeller(actor, seller_code)
    requireInScope(actor, seller)
    if (seller.score === null) throw noScore(seller.seller_code, period)
    return asJson(reply, seller.score)
  }
}
