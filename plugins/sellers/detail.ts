import type { FastifyInstance } from 'fastify'
import { dateOf } from '../../src/domain/business-time.ts'
import { meantSeller } from '../../src/domain/sellers/find-seller.ts'
import type { Actor } from '../../src/platform/access/identity.ts'
import { mayActor, type Permission } from '../../src/platform/access/roles.ts'
import { inBatches } from '../../src/platform/database/statements/in-batches.ts'
import { entityTag } from '../../src/platform/http/answers/entity-tag.ts'
import { asJson } from '../../src/platform/http/answers/json-text.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { surchargeReason } from '../../src/scoring/surcharge-reason.ts'
import { type DetailedSeller, detailedSellers } from './detail-queries.ts'
import { shownException } from './exception-queries.ts'
import type { getRoute, SellerDetail } from './schemas.ts'

/** Answers a seller: as PostgreSQL has written it, unless something in it is computed here. */
export function sellerReader({ db, env, clock }: FastifyInstance): Handler<typeof getRoute> {
  const today = () => dateOf(clock.now(), env.BUSINESS_TIMEZONE)
  const find = inBatches(db.quick, (names: string[]) => detailedSellers(db.quick, names, today()))
  return async ({ actor, scope, params: { id }, query: { by } }, reply) => {
    const found = by ? (await detailedSellers(db.quick, [id], today(), by)).get(id) : await find(id)
    const seller = meantSeller(scope, id, found)
    reply.header('etag', entityTag(seller.version))
    const { metadata, exceptions, appeals, surcharges } = seller
    return metadata || exceptions || appeals || surcharges
      ? detailOf(seller, actor, today())
      : asJson(reply, plainDetail(seller, actor))
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

/** The answer of a seller without metadata, exceptions, appeals and surcharges, as JSON. */
function plainDetail({ record, latest_score, revenue }: DetailedSeller, actor: Actor): string {
  const written: Record<string, string | null> = { latest_score, revenue: revenue ?? '[]' }
  const parts = Object.entries(PARTS)
    .filter(([, permission]) => mayActor(actor, permission))
    .map(([part]) => `,"${part}":${part in written ? written[part] : '[]'}`)
  return `${record.slice(0, -1)}${parts.join('')}}`
}

/** The answer of any seller; `today` is YYYY-MM-DD. */
function detailOf(seller: DetailedSeller, actor: Actor, today: string): SellerDetail {
  const { record, metadata, latest_score, revenue, exceptions, appeals, surcharges } = seller
  const parts: Required<Pick<SellerDetail, keyof typeof PARTS>> = {
    latest_score: latest_score && JSON.parse(latest_score),
    exceptions_in_force: (exceptions ?? []).map((row) => shownException(row, today)),
    open_appeals: appeals ?? [],
    active_surcharges: (surcharges ?? []).map((row) => ({ ...row, reason: surchargeReason(row) })),
    revenue: revenue ? JSON.parse(revenue) : [],
  }
  const seen = Object.entries(parts).filter(([part]) => mayActor(actor, PARTS[part as keyof typeof PARTS]))
  return { ...JSON.parse(record), metadata: metadata ?? {}, ...Object.fromEntries(seen) }
}
