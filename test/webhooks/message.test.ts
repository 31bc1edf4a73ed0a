import t from 'tap'
import { bodyOf } from '../../plugins/webhooks/sending/attempt.ts'

t.test('what is sent holds the event as it was published, byte for byte', async (t) => {
  const event = {
    event_id: '5f0c0a52-7d26-4f0e-9f2e-6f7c1f1b8f10',
    event_type: 'appeal.decided',
    occurred_at: '2026-11-03T10:00:00.000Z',
    sequence: 7,
    event_data: '{"total_sos":12.50,"note":"\\u00e9"}',
  }
  t.equal(
    bodyOf(event),
    `{"id":"${event.event_id}","type":"appeal.decided","timestamp":"2026-11-03T10:00:00.000Z","sequence":7,"data":{"total_sos":12.50,"note":"\\u00e9"}}`,
  )
})
