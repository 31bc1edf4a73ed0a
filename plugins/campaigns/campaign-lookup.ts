import { httpErrors } from '@fastify/sensible'
import type { FastifyRequest } from 'fastify'
import { scopeOf } from '../../src/domain/sellers/scope.ts'
import type { Actor } from '../../src/platform/access/identity.ts'
import { MAX_INTEGER } from '../../src/platform/schemas/schemas.ts'
import { campaignBy } from './queries.ts'
import type { Campaign } from './schemas.ts'

/**
 * The campaign that a path names by id (digits alone) or by code, inside the actor's scope.
 * @throws 404 when there is none, 403 when the actor's warehouse takes no part in it
 */
export async function findCampaign(request: FastifyRequest, idOrCode: string): Promise<Campaign> {
  const { db } = request.server
  const campaign = /^\d+$/.test(idOrCode)
    ? Number(idOrCode) <= MAX_INTEGER && (await campaignBy(db, { id: Number(idOrCode) }))
    : await campaignBy(db, { campaign_code: idOrCode })
  if (!campaign) throw httpErrors.notFound(`There is no campaign ${idOrCode}.`)
  requireInScope(request.actor, campaign)
  return campaign
}

/** A campaign that names no warehouse is for all of them. */
function requireInScope(actor: Actor, { warehouses }: Campaign) {
  const { warehouse_id } = scopeOf(actor)
  if (warehouse_id !== null && warehouses.length > 0 && !warehouses.includes(String(warehouse_id)))
    throw httpErrors.forbidden('Your warehouse takes no part in this campaign.')
}
