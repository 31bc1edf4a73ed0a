import type { FastifyInstance } from 'fastify'
import { dateOf } from '../../src/domain/business-time.ts'
import { meantSeller } from '../../src/domain/sellers/find-seller.ts'
import type { Actor } from '../../src/platform/access/identity.ts'
import { mayActor, type Permission } from '../../src/platform/access/roles.ts'
import { inBatches } from '../../src/platform/database/statements/in-batches.ts'
import { entityTag } from '../../src/platform/http/answers/entity-tag.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { surchargeReason } from '../../src/scoring/surcharge-reason.ts'
import { type DetailedSeller, detailedSellers } from './detail-queries.ts'
import { shownException } from './exception-queries.ts'
import type { getRoute, SellerDetail } from './schemas.ts'

/** Answers a seller, with what of it the caller may see. */
export function sellerReader({ db, env, clock }: FastifyInstance): Handler<typeof getRoute> {
  const today = () => dateOf(clock.now(), env.BUSINESS_TIMEZONE)
  const find = inBatches(db.quick, (names: string[]) => detailedSellers(db.quick, names, today()))
  return async ({ actor, scope, params: { id }, query: { by } }, reply) => {
    const found = by ? (await detailedSellers(db.quick, [id], today(), by)).get(id) : await find(id)
    const seller = meantSeller(scope, id, found)
    reply.header('etag', entityTag(seller.version))
    return detailOf(seller, actor, today())
  }
}

/** What an actor is shown beside the record, in this order. */
const PARTS = {
  latest_score: 'scores.read',
  exceptions_in_force: 'exceptions.read',
  open_appeals: 'appeals.read',
  active_surcharges: 'surcharges.read',
  revenue: 'revenue.read',
} as const satisfies Record<string, Permission>

/** The answer; `today` is YYYY-MM-DD. */
function detailOf(seller: DetailedSeller, actor: Actor, today: string): SellerDetail {
  const { latest_score, revenue, exceptions, appeals, surcharges, ...record } = seller
  const parts: Required<Pick<SellerDetail, keyof typeof PARTS>> = {
    latest_score,
    exceptions_in_force: (exceptions ?? []).map((row) => shownException(row, today)),
    open_appeals: appeals ?? [],
    active_surcharges: (surcharges ?? []).map((row) => ({ ...row, reason: surchargeReason(row) })),
    revenue: revenue ?? [],
  }
  const seen = Object.entries(parts).filter(([part]) => mayActor(actor, PARTS[part as keyof typeof PARTS]))
  return { ...record, ...Object.fromEntries(seen) }
}
