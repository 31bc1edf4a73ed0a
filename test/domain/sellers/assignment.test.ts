import t from 'tap'
import { inactiveAssignee } from '../../../src/domain/sellers/assignment.ts'

const active = { warehouses: new Set([1, 2]), account_managers: new Set([7]) }
const none = { warehouses: new Set<number>(), account_managers: new Set<number>() }

t.test('what is newly assigned must be active', async (t) => {
  t.equal(inactiveAssignee({ primary_warehouse_id: 2, assigned_am_id: 7 }, undefined, active), undefined)
  t.same(inactiveAssignee({ primary_warehouse_id: 3 }, { primary_warehouse_id: 1 }, active), {
    field: 'primary_warehouse_id',
    id: 3,
    kind: 'warehouse',
  })
  t.same(inactiveAssignee({ primary_warehouse_id: 2, assigned_am_id: 2 }, { assigned_am_id: null }, active), {
    field: 'assigned_am_id',
    id: 2,
    kind: 'account manager',
  })
})

t.test('the warehouse is named first', async (t) => {
  const found = inactiveAssignee({ primary_warehouse_id: 1, assigned_am_id: 7 }, undefined, none)
  t.equal(found?.field, 'primary_warehouse_id')
})

t.test('what a seller has it may keep, and anything may be taken away', async (t) => {
  const current = { primary_warehouse_id: 1, assigned_am_id: 7 }
  t.equal(inactiveAssignee(current, current, none), undefined)
  t.equal(inactiveAssignee({}, current, none), undefined)
  t.equal(inactiveAssignee({ primary_warehouse_id: null, assigned_am_id: null }, current, none), undefined)
})
