import pg from 'pg'
import t from 'tap'
import { wants } from '../../plugins/webhooks/delivery/event-filter.ts'
import { createTestDatabase } from '../setup/database.ts'

const database = new pg.Client(await createTestDatabase(t))
await database.connect()
t.teardown(() => database.end())

t.test('the database filters events as the code does', async (t) => {
  const events = [['*'], ['a'], ['b'], ['a', 'b'], ['*', 'a']]
  const seller_codes = [null, ['S-1'], ['S-2', 'S-1']]
  const types = ['a', 'b']
  const sellers = [null, 'S-1', 'S-2']
  for (const filter of events.flatMap((one) =>
    seller_codes.map((codes) => ({ events: one, seller_codes: codes })),
  ))
    for (const type of types)
      for (const seller_code of sellers) {
        const { rows } = await database.query('select webhook_wants($1, $2, $3, $4) as wants', [
          filter.events,
          filter.seller_codes,
          type,
          seller_code,
        ])
        t.equal(
          rows[0].wants,
          wants(filter, { type, seller_code }),
          JSON.stringify({ ...filter, type, seller_code }),
        )
      }
})

t.test('nobody wants the pings of others', async (t) => {
  const { rows } = await database.query(`select webhook_wants('{*}', null, 'webhook.ping', null) as wants`)
  t.equal(rows[0].wants, false)
})
