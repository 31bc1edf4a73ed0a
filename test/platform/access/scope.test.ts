import t from 'tap'
import { requireInScope, scopeOf } from '../../../src/domain/sellers/scope.ts'
import { ROLES, type Role } from '../../../src/platform/access/roles.ts'
import { notFound } from '../../../src/platform/http/errors/problems.ts'

const actor = (
  role: Role,
  am_id: number | null = null,
  warehouse_id: number | null = null,
  seller_id: number | null = null,
) => ({ id: 1, username: 'someone', role, am_id, warehouse_id, seller_id })
const seller = { seller_id: 5, assigned_am_id: 7, primary_warehouse_id: 3 }
const MISSING = () => notFound('seller_not_found', 'There is no seller S-404.')
const everybody = { am_id: null, warehouse_id: null, seller_id: null }

for (const role of ROLES.filter((role) => !['am', 'warehouse', 'seller'].includes(role)))
  t.test(`${role} sees every seller`, async (t) => {
    t.same(scopeOf(actor(role, 8, 4, 6)), everybody)
    t.doesNotThrow(() => requireInScope(scopeOf(actor(role, 8, 4, 6)), seller, MISSING))
  })

t.test('an account manager sees the own portfolio, and none without one', async (t) => {
  t.same(scopeOf(actor('am', 7, 4)), { ...everybody, am_id: 7 })
  t.same(scopeOf(actor('am')), { ...everybody, am_id: 0 })
  t.doesNotThrow(() => requireInScope(scopeOf(actor('am', 7)), seller, MISSING))
  for (const am_id of [8, null])
    t.throws(
      () => requireInScope(scopeOf(actor('am', am_id)), seller, MISSING),
      { message: /portfolio/ },
      `am_id ${am_id}`,
    )
  t.throws(() => requireInScope(scopeOf(actor('am')), { ...seller, assigned_am_id: null }, MISSING), {
    message: /portfolio/,
  })
})

t.test('a warehouse user sees the own warehouse, and none without one', async (t) => {
  t.same(scopeOf(actor('warehouse', 7, 3)), { ...everybody, warehouse_id: 3 })
  t.doesNotThrow(() => requireInScope(scopeOf(actor('warehouse', null, 3)), seller, MISSING))
  for (const id of [4, null])
    t.throws(
      () => requireInScope(scopeOf(actor('warehouse', null, id)), seller, MISSING),
      { message: /warehouse/ },
      `${id}`,
    )
})

t.test('a seller sees itself, nobody without a seller, and does not learn who else is here', async (t) => {
  t.same(scopeOf(actor('seller', 7, 3, 5)), { ...everybody, seller_id: 5 })
  t.same(scopeOf(actor('seller')), { ...everybody, seller_id: 0 })
  t.doesNotThrow(() => requireInScope(scopeOf(actor('seller', null, null, 5)), seller, MISSING))
  for (const id of [6, null])
    for (const found of [seller, undefined])
      t.throws(() => requireInScope(scopeOf(actor('seller', 7, 3, id)), found, MISSING), {
        statusCode: 403,
        message: 'This is not about your own account as a seller.',
      })
  t.throws(() => requireInScope({ am_id: 8, warehouse_id: null, seller_id: 6 }, seller, MISSING), {
    message: /your own account as a seller/,
  })
  for (const role of ['bod', 'am', 'warehouse'] as const)
    t.throws(() => requireInScope(scopeOf(actor(role)), undefined, MISSING), MISSING())
})
