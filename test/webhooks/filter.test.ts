import t from 'tap'
import { clientOf } from '../setup/client.ts'
import { createTestDatabase } from '../setup/database.ts'

const database = await clientOf(t, await createTestDatabase(t))

const wants = async (events: string[], sellers: number[] | null, type: string, seller: number | null) =>
  (await database.query('select webhook_wants($1, $2, $3, $4) as wants', [events, sellers, type, seller]))
    .rows[0].wants

t.test('a subscription wants the types and the sellers that it names', async (t) => {
  t.equal(await wants(['a', 'b'], null, 'a', null), true)
  t.equal(await wants(['a', 'b'], null, 'c', 1), false)
  t.equal(await wants(['*'], null, 'c', 1), true)
  t.equal(await wants(['a'], [1, 2], 'a', 2), true)
  t.equal(await wants(['*'], [1], 'a', 2), false)
})

t.test('an event about no seller passes a filter on sellers when its type is named', async (t) => {
  t.equal(await wants(['a'], [1], 'a', null), true)
  t.equal(await wants(['*'], [1], 'a', null), false)
  t.equal(await wants(['*', 'a'], [1], 'a', null), true)
})

t.test('nobody wants the pings of others', async (t) => {
  t.equal(await wants(['*'], null, 'webhook.ping', null), false)
})
