import type { FastifyRequest } from 'fastify'
import { idOrCode } from '../../src/domain/id-or-code.ts'
import { scopeOf } from '../../src/domain/sellers/scope.ts'
import type { Actor } from '../../src/platform/access/identity.ts'
import { forbidden, notFound } from '../../src/platform/http/problems.ts'
import { campaignBy } from './queries.ts'
import type { Campaign } from './schemas.ts'

/**
 * The campaign that a path names by id (digits alone) or by code, inside the actor's scope.
 * @throws 404 when there is none, 403 when the actor's warehouse takes no part in it
 */
export async function findCampaign(request: FastifyRequest, name: string): Promise<Campaign> {
  const named = idOrCode(name)
  const campaign = await campaignBy(request.server.db, 'id' in named ? named : { campaign_code: named.code })
  if (!campaign) throw notFound('campaign_not_found', `There is no campaign ${name}.`)
  requireInScope(request.actor, campaign)
  return campaign
}

/** A campaign that names no warehouse is for all of them. */
function requireInScope(actor: Actor, { warehouses }: Campaign) {
  const { warehouse_id } = scopeOf(actor)
  if (warehouse_id !== null && warehouses.length > 0 && !warehouses.includes(String(warehouse_id)))
    throw forbidden('outside_scope', 'Your warehouse takes no part in this campaign.')
}
