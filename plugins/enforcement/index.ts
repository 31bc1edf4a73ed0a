import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { requireInScope, unknownSeller } from '../../src/domain/sellers/scope.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { surchargeReason } from '../../src/scoring/surcharge-reason.ts'
import { coalesce } from './coalesce.ts'
import { type EnforcedSeller, enforcedSellers } from './queries.ts'
import { type Enforcement, enforcementSchema } from './schemas.ts'

/** Tells the warehouse whether it may ship for a seller. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/sos/sellers/:seller_code/enforcement',
    config: { permission: 'enforcement.read' },
    schema: enforcementSchema,
    handler: enforcementReader(app.db),
  })
}

export const enforcement = fp(plugin, {
  name: 'enforcement',
  encapsulate: true,
  dependencies: ['database', 'access'],
})

function enforcementReader(db: Database): Handler<typeof enforcementSchema> {
  const findSeller = coalesce((names: string[]) => enforcedSellers(db, names))
  return async ({ actor, params: { seller_code } }) => {
    const seller = await findSeller(seller_code)
    if (!seller) throw unknownSeller(actor, seller_code)
    requireInScope(actor, seller)
    return enforcementOf(seller)
  }
}

const enforcementOf = ({ seller_code, status, surcharges }: EnforcedSeller): Enforcement => ({
  seller_code,
  is_blocked:
    status !== 'active' || surcharges.some(({ surcharge_type }) => surcharge_type === 'payment_block'),
  active_surcharges: surcharges.map((surcharge) => ({
    type: surcharge.surcharge_type,
    amount: surcharge.amount,
    period: surcharge.period,
    reason: surchargeReason(surcharge),
  })),
})
