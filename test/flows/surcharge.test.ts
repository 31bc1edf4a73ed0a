import t from 'tap'
import { periodOf } from '../../src/domain/business-time.ts'
import { settled } from '../setup/settled.ts'
import { listening } from './over-http.ts'

// A seller that does not pay: blocked by a surcharge, seen by the warehouse, unblocked when it is waived.

const MONTH = periodOf(new Date(), 'UTC')
const { app, ask, done, as, user } = await listening(t)
const gate = (who = as.warehouse) => done(who, 'GET', '/api/sos/sellers/S-1/enforcement')

t.before(async () => {
  const { warehouse_id: primary_warehouse_id } = user.warehouse
  const seller = { seller_code: 'S-1', company_name: 'First', primary_warehouse_id }
  await done(as.ops_head, 'POST', '/api/sellers', seller)
})

/** The ids of the two blocks that finance makes. */
const blocks: number[] = []

t.test('the warehouse may ship for a seller against whom nothing stands', async (t) => {
  t.same(await gate(), { seller_code: 'S-1', is_blocked: false, active_surcharges: [] })
})

t.test('finance blocks the seller, and the gate says so at once', async (t) => {
  for (const reason of ['Invoice 5501 is 70 days late.', 'Invoice 5502 is 65 days late.']) {
    const block = { seller_code: 'S-1', period: MONTH, surcharge_type: 'payment_block', amount: 0 }
    const { id } = await done(as.finance, 'POST', '/api/surcharges', {
      ...block,
      trigger_details: { reason },
    })
    blocks.push(id)
    t.match(await gate(), { is_blocked: true })
  }
  const { active_surcharges } = await gate(as.system)
  t.same(active_surcharges.map(({ reason }: { reason: string }) => reason).sort(), [
    'Invoice 5501 is 70 days late.',
    'Invoice 5502 is 65 days late.',
  ])
})

t.test('nobody lifts a block who may not', async (t) => {
  const [first] = blocks
  for (const role of ['warehouse', 'am', 'system', 'viewer'] as const)
    t.equal(
      (await ask(as[role], 'PATCH', `/api/surcharges/${first}`, { status: 'waived' })).status,
      403,
      role,
    )
  t.match(await gate(), { is_blocked: true })
})

t.test('while one block of two stands, the seller stays blocked', async (t) => {
  await done(as.finance, 'PATCH', `/api/surcharges/${blocks[1]}`, { status: 'applied' })
  await done(as.finance, 'PATCH', `/api/surcharges/${blocks[0]}`, { status: 'waived' })
  t.match(await gate(), { is_blocked: true, active_surcharges: [{ reason: /5502/ }] })
})

t.test('waiving the last block unblocks, and is final', async (t) => {
  await done(as.am_head, 'PATCH', `/api/surcharges/${blocks[1]}`, { status: 'waived' })
  t.same(await gate(), { seller_code: 'S-1', is_blocked: false, active_surcharges: [] })
  const again = await ask(as.finance, 'PATCH', `/api/surcharges/${blocks[1]}`, { status: 'applied' })
  t.equal(again.status, 409)
})

t.test('every step was told in its order', async (t) => {
  await settled(app)
  const told = (await done(as.viewer, 'GET', '/api/events')).data
  t.same(
    told.map(({ type }: { type: string }) => type),
    [
      'seller.surcharge_created',
      'seller.order_blocked',
      'seller.surcharge_created',
      'seller.order_blocked',
      'seller.surcharge_updated',
      'seller.surcharge_updated',
      'seller.surcharge_updated',
      'seller.order_unblocked',
    ],
  )
  t.same(
    told.map(({ sequence }: { sequence: number }) => sequence),
    [1, 2, 3, 4, 5, 6, 7, 8],
  )
  t.match(told.at(-1).data, { seller_code: 'S-1', is_blocked: false, surcharge: { id: blocks[1] } })
})
