import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { requireInScope, unknownSeller } from '../../src/domain/sellers/scope.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { inBatches } from '../../src/platform/database/in-batches.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { enforcementOf } from './enforcement-of.ts'
import { getManyEnforcements } from './many.ts'
import { enforcedSellers } from './queries.ts'
import { enforcementSchema, manySchema } from './schemas.ts'

/** Tells the warehouse whether it may ship for a seller. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/sos/sellers/:seller_code/enforcement',
    config: { permission: 'enforcement.read', answersTag: true },
    schema: enforcementSchema,
    handler: enforcementReader(app.db),
  })
  app.route({
    method: 'GET',
    url: '/api/sos/enforcement',
    config: { permission: 'enforcement.read', reads: ofAll, answersTag: true },
    schema: manySchema,
    handler: getManyEnforcements,
  })
}

export const enforcement = fp(plugin, {
  name: 'enforcement',
  encapsulate: true,
  dependencies: ['database', 'access'],
})

/** Only who names no sellers and no time may get many. */
const ofAll = ({ seller_codes, changed_since }: { seller_codes?: string; changed_since?: string }) =>
  seller_codes === undefined && changed_since === undefined ? 'rows' : undefined

function enforcementReader(db: Database): Handler<typeof enforcementSchema> {
  const findSeller = inBatches(db.quick, 'enforced-sellers', (names: string[]) =>
    enforcedSellers(db.quick, names),
  )
  return async ({ actor, params: { seller_code } }) => {
    const seller = await findSeller(seller_code)
    if (!seller) throw unknownSeller(actor, seller_code)
    requireInScope(actor, seller)
    return enforcementOf(seller)
  }
}
