import t from 'tap'
import { requireInScope, scopeOf } from '../../../src/domain/sellers/scope.ts'
import { ROLES, type Role } from '../../../src/platform/access/roles.ts'
import { notFound } from '../../../src/platform/http/errors/problems.ts'

const everybody = { am_id: null, warehouse_id: null, seller_id: null }
type Ids = Partial<Record<keyof typeof everybody, number | null>>
const actor = (role: Role, ids: Ids = {}) => ({ id: 1, username: 'someone', role, ...everybody, ...ids })
/** What others are narrowed by. */
const OTHERS = { am_id: 8, warehouse_id: 4, seller_id: 6 }
const seller = { seller_id: 5, assigned_am_id: 7, primary_warehouse_id: 3 }
const MISSING = () => notFound('seller_not_found', 'There is no seller S-404.')

for (const role of ROLES.filter((role) => !['am', 'warehouse', 'seller'].includes(role)))
  t.test(`${role} sees every seller`, async (t) => {
    t.same(scopeOf(actor(role, OTHERS)), everybody)
    t.doesNotThrow(() => requireInScope(scopeOf(actor(role, OTHERS)), seller, MISSING))
  })

for (const [role, column, own, another, says] of [
  ['am', 'am_id', { am_id: 7 }, { am_id: 8 }, /portfolio/],
  ['warehouse', 'warehouse_id', { warehouse_id: 3 }, { warehouse_id: 4 }, /warehouse/],
] as const)
  t.test(`${role} sees the sellers of its ${column}, and none without one`, async (t) => {
    const scope = (fields: Ids) => scopeOf(actor(role, fields))
    t.same(scope({ ...OTHERS, ...own }), { ...everybody, ...own })
    t.same(scope({}), { ...everybody, [column]: 0 })
    t.doesNotThrow(() => requireInScope(scope(own), seller, MISSING))
    const ofNobody = { ...seller, assigned_am_id: null, primary_warehouse_id: null }
    t.throws(() => requireInScope(scope(another), seller, MISSING), { message: says })
    t.throws(() => requireInScope(scope({}), seller, MISSING), { message: says })
    t.throws(() => requireInScope(scope({}), ofNobody, MISSING), { message: says })
  })

t.test('a seller sees itself, nobody without a seller, and does not learn who else is here', async (t) => {
  t.same(scopeOf(actor('seller', { ...OTHERS, seller_id: 5 })), { ...everybody, seller_id: 5 })
  t.same(scopeOf(actor('seller')), { ...everybody, seller_id: 0 })
  t.doesNotThrow(() => requireInScope(scopeOf(actor('seller', { seller_id: 5 })), seller, MISSING))
  for (const id of [6, null])
    for (const found of [seller, undefined])
      t.throws(
        () =>
          requireInScope(
            scopeOf(actor('seller', { am_id: 7, warehouse_id: 3, seller_id: id })),
            found,
            MISSING,
          ),
        {
          statusCode: 403,
          message: 'This is not about your own account as a seller.',
        },
      )
  t.throws(() => requireInScope({ am_id: 8, warehouse_id: null, seller_id: 6 }, seller, MISSING), {
    message: /your own account as a seller/,
  })
  for (const role of ['bod', 'am', 'warehouse'] as const)
    t.throws(() => requireInScope(scopeOf(actor(role)), undefined, MISSING), MISSING())
})
