import t from 'tap'
import { testApp } from '../../setup/app.ts'
import { settled } from '../../setup/settled.ts'

const EVENTS = 2_345

t.test('a feed comes as CSV: all that is after the cursor, and where to go on', async (t) => {
  const { app, user } = await testApp(t)
  const publish = (count: number) =>
    app.db.transaction((tx) =>
      app.events.publish(
        tx,
        Array.from({ length: count }, (_, number) => ({
          type: 'scoring.run_completed' as const,
          seller_id: null,
          data: { number, nested: { list: [1, 2] } },
        })),
      ),
    )
  const read = async (query = '') => {
    const headers = { 'x-user-id': String(user.viewer.id), accept: 'text/csv' }
    const answer = await app.inject({ url: `/api/events${query}`, headers })
    const [heading, ...lines] = answer.body.replace('\uFEFF', '').trim().split('\r\n')
    return { status: answer.statusCode, heading, lines, next: answer.headers['x-next'] }
  }
  await publish(EVENTS)
  await settled(app)
  const all = await read('?limit=7')
  t.equal(all.status, 200)
  t.equal(all.heading, 'id,type,timestamp,sequence,data')
  t.equal(all.lines.length, EVENTS)
  t.equal(new Set(all.lines.map((line) => line.split(',')[0])).size, EVENTS, 'each once')
  t.ok(all.lines.at(-1)?.endsWith(`,"{""number"":${EVENTS - 1},""nested"":{""list"":[1,2]}}"`))
  t.same((await read(`?after=${all.next}`)).lines, [])
  t.equal((await read('?after=nonsense')).status, 400)
})
