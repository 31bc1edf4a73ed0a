import t from 'tap'
import { requireInScope, scopeOf } from '../../../src/domain/sellers/scope.ts'
import { ROLES, type Role } from '../../../src/platform/access/roles.ts'

const actor = (role: Role, am_id: number | null = null, warehouse_id: number | null = null) => ({
  id: 1,
  username: 'someone',
  role,
  am_id,
  warehouse_id,
})
const seller = { assigned_am_id: 7, primary_warehouse_id: 3 }

for (const role of ROLES.filter((role) => role !== 'am' && role !== 'warehouse'))
  t.test(`${role} sees every seller`, async (t) => {
    t.same(scopeOf(actor(role, 8, 4)), { am_id: null, warehouse_id: null })
    t.doesNotThrow(() => requireInScope(actor(role, 8, 4), seller))
  })

t.test('an account manager sees the own portfolio, and none without one', async (t) => {
  t.same(scopeOf(actor('am', 7, 4)), { am_id: 7, warehouse_id: null })
  t.same(scopeOf(actor('am')), { am_id: 0, warehouse_id: null })
  t.doesNotThrow(() => requireInScope(actor('am', 7), seller))
  for (const am_id of [8, null])
    t.throws(() => requireInScope(actor('am', am_id), seller), { message: /portfolio/ }, `am_id ${am_id}`)
  t.throws(() => requireInScope(actor('am'), { ...seller, assigned_am_id: null }), { message: /portfolio/ })
})

t.test('a warehouse user sees the own warehouse, and none without one', async (t) => {
  t.same(scopeOf(actor('warehouse', 7, 3)), { am_id: null, warehouse_id: 3 })
  t.doesNotThrow(() => requireInScope(actor('warehouse', null, 3), seller))
  for (const id of [4, null])
    t.throws(() => requireInScope(actor('warehouse', null, id), seller), { message: /warehouse/ }, `${id}`)
})
