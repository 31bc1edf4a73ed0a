import t from 'tap'
import { recordPath } from '../../../console/logic/audit-links.ts'

const about = (entity: string, entity_id: string | null, after: unknown = null, before: unknown = null) =>
  recordPath({ entity, entity_id, before, after })

t.test('a change leads to its record', async (t) => {
  t.equal(about('user', '5'), '/people?open=5')
  t.equal(about('seller', '7', { seller_code: 'S/1 ä' }), '/sellers/S%2F1%20%C3%A4')
  t.equal(about('seller', '7', null, { seller_code: 'S-1' }), '/sellers/S-1', 'one that is gone')
  t.equal(
    about('monthly_score', '9', { seller_code: 'S-1', period: '2026-10' }),
    '/sellers/S-1?period=2026-10',
  )
  t.equal(about('webhook_subscription', '3'), '/webhooks/3')
})

t.test('without a code or a page there is no link', async (t) => {
  t.equal(about('seller', '7', { id: 7 }), undefined)
  t.equal(about('monthly_score', '9', { status: 'final' }), undefined)
  t.equal(about('toString', '1'), undefined)
  t.equal(about('user', null), undefined)
  t.equal(about('campaign', '1', ['a list']), undefined)
})
