import type { Sql } from '../../platform/database/database.ts'

/** The warehouse and the account manager of a seller. What is missing in a change stays as it is. */
export interface Assignment {
  primary_warehouse_id?: number | null
  assigned_am_id?: number | null
}

/** The ids of active warehouses and account managers, as far as somebody asked for them. */
export interface ActiveAssignees {
  warehouses: Set<number>
  account_managers: Set<number>
}

/**
 * The first field that keeps a change from being made. A seller is newly assigned only to what exists and is active; what
 * it has it may keep: a warehouse that was closed since does not stand in the way of other changes.
 */
export function inactiveAssignee(
  { primary_warehouse_id: warehouse, assigned_am_id: am }: Assignment,
  current: Assignment | undefined,
  active: ActiveAssignees,
) {
  if (warehouse && warehouse !== current?.primary_warehouse_id && !active.warehouses.has(warehouse))
    return { field: 'primary_warehouse_id', id: warehouse, kind: 'warehouse' } as const
  if (am && am !== current?.assigned_am_id && !active.account_managers.has(am))
    return { field: 'assigned_am_id', id: am, kind: 'account manager' } as const
  return undefined
}

/** The active ones of those named, account managers FOR SHARE: none is deactivated while a seller is assigned to it. */
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
