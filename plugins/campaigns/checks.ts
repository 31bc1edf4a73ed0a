import type { FastifyInstance } from 'fastify'
import { dateOf } from '../../src/domain/business-time.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import { warehousesNamed } from './queries.ts'
import type { Campaign } from './schemas.ts'

/** The date of today in the business time zone. */
export const todayOf = ({ env, clock }: FastifyInstance) => dateOf(clock.now(), env.BUSINESS_TIMEZONE)

/** @throws 400 */
export function requireOrder({ start_date, end_date }: Pick<Campaign, 'start_date' | 'end_date'>) {
  if (end_date < start_date) throw badRequest('end_before_start', 'end_date must not be before start_date')
}

/**
 * The ids, as text, of warehouses that are named by id or code.
 * @throws 400 for the first that is no warehouse, or that is named twice
 */
export async function warehouseIds(tx: Tx, given: string[]): Promise<string[]> {
  const found = given.length > 0 ? await warehousesNamed(tx, given) : []
  return found.map(({ name, id }, index) => {
    if (id === null) throw badRequest('unknown_reference', `warehouses names no known warehouse: ${name}`)
    if (found.findIndex((earlier) => earlier.id === id) < index)
      throw badRequest('duplicate_value', `warehouses names ${name} twice`)
    return id
  })
}
