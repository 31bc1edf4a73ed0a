import { httpErrors } from '@fastify/sensible'
import type { Tx } from '../../src/platform/database/database.ts'
import { findAssignees } from './queries.ts'

interface Assignment {
  primary_warehouse_id?: number | null
  assigned_am_id?: number | null
}

/**
 * A seller is put only into the hands of who exists and is active. What it has already it may keep: a warehouse
 * that was closed since does not stand in the way of other changes.
 * @throws 400 that names the field
 */
export async function requireAssignable(tx: Tx, wanted: Assignment, current: Assignment = {}) {
  const warehouseId = changed(wanted.primary_warehouse_id, current.primary_warehouse_id)
  const amId = changed(wanted.assigned_am_id, current.assigned_am_id)
  if (warehouseId === null && amId === null) return
  const found = await findAssignees(tx, warehouseId, amId)
  if (warehouseId !== null && !found.warehouse)
    throw httpErrors.badRequest(`primary_warehouse_id names no active warehouse: ${warehouseId}`)
  if (amId !== null && !found.am)
    throw httpErrors.badRequest(`assigned_am_id names no active account manager: ${amId}`)
}

const changed = (wanted: number | null | undefined, current: number | null | undefined) =>
  wanted !== undefined && wanted !== current ? wanted : null
