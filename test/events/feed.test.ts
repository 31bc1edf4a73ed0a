import t from 'tap'
import { readCursor, writeCursor } from '../../src/domain/events/places.ts'
import { testApp } from '../setup/app.ts'
import { clientOf } from '../setup/client.ts'
import { eventually } from '../setup/eventually.ts'
import { settled } from '../setup/settled.ts'

t.test('the feed of events', async (t) => {
  const { app, call, DATABASE_URL } = await testApp(t)

  /** Publishes events that are told apart by their numbers. */
  const publish = (...numbers: number[]) =>
    app.db.transaction((tx) =>
      app.events.publish(
        tx,
        numbers.map((number) => ({
          type: number % 2 ? 'seller.score_finalized' : 'seller.tier_changed',
          seller_id: 7,
          data: { number },
        })),
      ),
    )

  const read = async (after?: string, query = '') => {
    const { body } = await call('viewer', 'GET', `/api/events?${after ? `after=${after}&` : ''}${query}`)
    const numbers = body.data.map(({ data }: { data: { number: number } }) => data.number)
    return { numbers, next: body.next as string, data: body.data, warnings: body.warnings }
  }

  t.test('is empty at first, and its cursor is a place to ask from', async (t) => {
    const { numbers, next } = await read()
    t.same(numbers, [])
    await publish(1, 2)
    await settled(app)
    t.same((await read(next)).numbers, [1, 2])
  })

  t.test('shows an event as a webhook would', async (t) => {
    const [event] = (await read()).data
    t.match(event, {
      ...{ id: /^[0-9a-f-]{36}$/, type: 'seller.score_finalized', timestamp: /Z$/, sequence: 1 },
      ...{ data: { number: 1 } },
    })
    t.same(Object.keys(event), ['id', 'type', 'timestamp', 'sequence', 'data'])
  })

  t.test('is read to its end by following the cursor, each event once', async (t) => {
    await publish(3, 4, 5)
    await publish(6)
    await settled(app)
    const seen: number[] = []
    let after: string | undefined
    for (let page = 0; page < 6; page++) {
      const { numbers, next } = await read(after, 'limit=2')
      seen.push(...numbers)
      after = next
    }
    t.same(seen, [1, 2, 3, 4, 5, 6])
  })

  t.test('can be one type alone, and the cursor still moves past the others', async (t) => {
    const first = await read(undefined, 'type=seller.tier_changed')
    t.same(first.numbers, [2, 4, 6])
    t.same((await read(first.next, 'type=seller.tier_changed')).numbers, [])
    await publish(7, 8)
    await settled(app)
    t.same((await read(first.next, 'type=seller.tier_changed')).numbers, [8])
  })

  /** Publishes an event in a transaction that stays open, and a later one, which waits for it; then ends it. */
  async function overtaken(t: Parameters<typeof clientOf>[0], number: number, end: 'commit' | 'rollback') {
    const { next } = await read()
    const slow = await clientOf(t, DATABASE_URL)
    await slow.query('begin')
    await slow.query(
      `insert into events (event_id, type, data) values (gen_random_uuid(), 'seller.tier_changed', $1)`,
      [{ number }],
    )
    await publish(number + 1)
    const during = await read(next)
    await slow.query(end)
    await settled(app)
    return { next, during }
  }

  t.test('never misses an event whose transaction commits late', async (t) => {
    const { next, during } = await overtaken(t, 9, 'commit')
    t.same(during.numbers, [], 'the later event waits for the one that may still come before it')
    t.same((await read(during.next)).numbers, [9, 10])
    t.same((await read(next)).numbers, [9, 10])
  })

  t.test('goes on after a transaction that is rolled back', async (t) => {
    const { during } = await overtaken(t, 11, 'rollback')
    t.same((await read(during.next)).numbers, [12])
  })

  t.test('loses nothing to a reader that reads while many write', async (t) => {
    let after = (await read()).next
    const seen: number[] = []
    const written = Array.from({ length: 60 }, (_, n) => 100 + n)
    const writers = Promise.all(
      [0, 1, 2, 3].map(async (lane) => {
        for (const number of written) if (number % 4 === lane) await publish(number)
      }),
    )
    while (seen.length < written.length) {
      const { numbers, next } = await read(after, 'limit=7')
      seen.push(...numbers)
      after = next
    }
    await writers
    t.same(seen.toSorted(), written)
  })

  t.test('begins anew, and says so, after a place that this server can not have given out', async (t) => {
    const all = await read()
    t.notOk(all.warnings)
    t.notOk((await read(all.next)).warnings)
    const place = readCursor('after', all.next)
    for (const other of [
      { ...place, server: 'other' },
      { ...place, xact: '9000000000000' },
    ]) {
      const anew = await read(writeCursor(other))
      t.same(anew.numbers, all.numbers)
      t.match(anew.warnings, [
        /^The database was restored, recovered or taken over since after was given out/,
      ])
      t.notOk((await read(anew.next)).warnings)
    }
  })
})

t.test('a rare type is found without reading the others', async (t) => {
  const { app, call } = await testApp(t)
  await app.db.pool.query(`
    insert into events (event_id, type, data)
    select gen_random_uuid(), case n when 1 then 'seller.tier_changed' else 'seller.score_finalized' end, '{}'
    from generate_series(1, 20000) n;
    analyze events`)
  await settled(app)
  const { body } = await call('viewer', 'GET', '/api/events?type=seller.tier_changed')
  t.match(body.data, [{ type: 'seller.tier_changed' }])
  await eventually(async () => {
    const scans = await app.db.rows`
      select from pg_stat_user_indexes where indexrelname = 'events_type_xact_id_idx' and idx_scan > 0`
    return scans.length > 0
  })
})
