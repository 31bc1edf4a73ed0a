import type { FastifyRequest } from 'fastify'
import { ambiguousName, lookUp } from '../../src/domain/id-or-code.ts'
import type { Scope } from '../../src/domain/sellers/scope.ts'
import { forbidden, notFound } from '../../src/platform/http/errors/problems.ts'
import type { By } from '../../src/platform/schemas/schemas.ts'
import { campaignsNamed } from './queries.ts'
import type { Campaign } from './schemas.ts'

/**
 * The campaign that a path names by id or by code, inside the actor's scope. `?by=` of the request says which of both
 * it is; one outside the scope counts only where there is no other.
 * @throws 404 when there is none, 403 when the actor's warehouse takes no part in it, 409 when there are two
 */
export async function findCampaign(
  request: FastifyRequest,
  name: string,
  by = (request.query as { by?: By }).by,
): Promise<Campaign> {
  const found = await campaignsNamed(request.server.db, lookUp(name, by))
  const [first] = found
  if (!first) throw notFound('campaign_not_found', `There is no campaign ${name}.`)
  const [one, other] = found.filter((campaign) => takesPart(request.scope, campaign))
  if (one && other)
    throw ambiguousName(
      'campaign',
      name,
      [one, other].map(({ id, campaign_code: code }) => ({ id, code })),
    )
  if (!one) throw forbidden('outside_scope', 'Your warehouse takes no part in this campaign.')
  return one
}

/** A campaign that names no warehouse is for all of them. */
const takesPart = ({ warehouse_id }: Scope, { warehouses }: Campaign) =>
  warehouse_id === null || warehouses.length === 0 || warehouses.includes(String(warehouse_id))
