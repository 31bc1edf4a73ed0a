import type { FastifyRequest } from 'fastify'
import { countDays } from '../../src/domain/facts/count-days.ts'
import { ambiguousName, lookUp } from '../../src/domain/id-or-code.ts'
import type { Scope } from '../../src/domain/sellers/scope.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { plain } from '../../src/platform/database/statements/records.ts'
import { badRequest, forbidden, notFound } from '../../src/platform/http/errors/problems.ts'
import type { By } from '../../src/platform/schemas/schemas.ts'
import type { Campaign } from './schemas.ts'
import type { CampaignState } from './states.ts'

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
  const [campaign_code, id] = lookUp(name, by)
  const where = { OR: [{ campaign_code }, { id }] }
  const found = plain(await request.server.db.prisma.campaign.findMany({ where })) as Campaign[]
  const [first] = found
  if (!first) throw notFound('campaign_not_found', `There is no campaign ${name}.`)
  const [one, other] = found.filter((campaign) => takesPart(request.scope, campaign))
  if (one && other) {
    const both = [one, other].map(({ id, campaign_code: code }) => ({ id, code }))
    throw ambiguousName('campaign', name, both)
  }
  if (!one) throw forbidden('outside_scope', 'Your warehouse takes no part in this campaign.')
  return one
}

/** A campaign that names no warehouse is for all of them. */
const takesPart = ({ warehouse_id }: Scope, { warehouses }: Campaign) =>
  warehouse_id === null || warehouses.length === 0 || warehouses.includes(String(warehouse_id))

/** The campaign as it stands, locked until the transaction ends, so that two changes see each other. */
export const lockCampaign = (tx: Tx, id: number) =>
  tx.one<Campaign & CampaignState>`select * from campaigns where id = ${id} for update`

/**
 * Counts the results of a campaign on its new last day. Pushes of results hold its row until their end, so that none runs
 * while `lockCampaign` has it, and a later one reads the new day.
 */
export async function recountActuals(tx: Tx, id: number, from: string, to: string, timeZone: string) {
  const facts = await tx.value<number>`select count(*) from campaign_actuals where campaign_id = ${id}`
  if (facts === 0) return
  const none = { received: 0, updated: 0, deleted: 0, rejected: 0 }
  const days = [
    { ...none, day: from, created: -facts },
    { ...none, day: to, created: facts },
  ]
  await countDays(tx, 'campaign-actuals', { days, lateMonths: [] }, timeZone)
}

/** @throws 400 */
export function requireOrder({ start_date, end_date }: Pick<Campaign, 'start_date' | 'end_date'>) {
  if (end_date < start_date) throw badRequest('end_before_start', 'end_date must not be before start_date')
}

/**
 * The ids, as text, of warehouses that are named by id, which is digits alone, or by code.
 * @throws 400 for the first that is no warehouse, or that is named twice
 */
export async function warehouseIds(tx: Tx, given: string[]): Promise<string[]> {
  if (given.length === 0) return []
  const found = await tx.rows<{ name: string; id: string | null }>`
    select given.name, w.id::text as id
    from unnest(${given}::text[]) with ordinality as given(name, position)
      left join warehouses w on case when given.name ~ '^[0-9]+$' then w.id::text else w.code end = given.name
    order by position`
  return found.map(({ name, id }, index) => {
    if (id === null) throw badRequest('unknown_reference', `warehouses names no known warehouse: ${name}`)
    if (found.findIndex((earlier) => earlier.id === id) < index)
      throw badRequest('duplicate_value', `warehouses names ${name} twice`)
    return id
  })
}
