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

/** A field that names something that does not exist or is not active. */
export interface InactiveAssignee {
  field: keyof Assignment
  id: number
  kind: 'warehouse' | 'account manager'
}

/**
 * The first field that keeps a change from being made; undefined when there is none. A seller is newly assigned only
 * to what exists and is active. What it has already it may keep: a warehouse that was closed since does not stand in
 * the way of other changes.
 */
export function inactiveAssignee(
  { primary_warehouse_id: warehouse, assigned_am_id: am }: Assignment,
  current: Assignment | undefined,
  active: ActiveAssignees,
): InactiveAssignee | undefined {
  if (warehouse && warehouse !== current?.primary_warehouse_id && !active.warehouses.has(warehouse))
    return { field: 'primary_warehouse_id', id: warehouse, kind: 'warehouse' }
  if (am && am !== current?.assigned_am_id && !active.account_managers.has(am))
    return { field: 'assigned_am_id', id: am, kind: 'account manager' }
  return undefined
}
