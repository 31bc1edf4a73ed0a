import type { Sql } from '../../platform/database/database.ts'
import type { ActiveAssignees, Assignment } from './assignment.ts'

/**
 * Of the warehouses and account managers that are named, those that are active. Asks nothing when none is named.
 * Account managers FOR SHARE, so that none is deactivated while a seller is being assigned to them.
 */
export async function activeAssignees(tx: Sql, wanted: Assignment[]): Promise<ActiveAssignees> {
  const named = (field: keyof Assignment) => [...new Set(wanted.flatMap((one) => one[field] ?? []))]
  const warehouses = named('primary_warehouse_id')
  const ams = named('assigned_am_id')
  if (warehouses.length + ams.length === 0) return { warehouses: new Set(), account_managers: new Set() }
  const found = await tx.one<{ warehouses: number[]; account_managers: number[] }>`
    select array(select id from warehouses
                 where is_active and id = any(${warehouses}::int[])) as warehouses,
           array(select id from account_managers
                 where is_active and id = any(${ams}::int[]) order by id for share) as account_managers`
  return { warehouses: new Set(found.warehouses), account_managers: new Set(found.account_managers) }
}
