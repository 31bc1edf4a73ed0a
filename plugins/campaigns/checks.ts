import { httpErrors } from '@fastify/sensible'
import type { FastifyInstance } from 'fastify'
import { dateOf } from '../../src/domain/business-time.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { unknownWarehouses } from './queries.ts'
import type { Campaign } from './schemas.ts'

/** The date of today in the business time zone. */
export const todayOf = ({ env }: FastifyInstance) => dateOf(new Date(), env.BUSINESS_TIMEZONE)

/** @throws 400 */
export function requireOrder({ start_date, end_date }: Pick<Campaign, 'start_date' | 'end_date'>) {
  if (end_date < start_date) throw httpErrors.badRequest('end_date must not be before start_date')
}

/** @throws 400 that names the first text that is no warehouse's id */
export async function requireWarehouses(tx: Tx, warehouses: string[] = []) {
  const repeated = warehouses.find((id, index) => warehouses.indexOf(id) < index)
  if (repeated !== undefined) throw httpErrors.badRequest(`warehouses names ${repeated} twice`)
  const [unknown] = warehouses.length > 0 ? await unknownWarehouses(tx, warehouses) : []
  if (unknown !== undefined) throw httpErrors.badRequest(`warehouses names no known warehouse: ${unknown}`)
}
