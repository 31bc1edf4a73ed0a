import { once } from 'node:events'
import t from 'tap'
import { testApp } from '../../setup/app.ts'
import { makeSeller } from '../setup.ts'

const CALCULATE = '/api/sos/monthly/calculate'
const MARCH = { period: '2026-03' }

t.test('a run that no worker takes', async (t) => {
  const { app, call, user, DATABASE_URL } = await testApp(t, { CALCULATE_WAIT_SECONDS: '1' })
  await makeSeller(app)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })

  t.test('answers 503 with its id and stays queued', async (t) => {
    const { status, body, headers } = await call('bod', 'POST', CALCULATE, MARCH)
    t.equal(status, 503)
    t.match(body.error, /^Scoring run 1 is not done yet and goes on by itself/)
    t.match(headers, { 'retry-after': String })
    t.match(body.error, /No worker has taken it yet: npm run worker starts one/)
    t.match((await call('bod', 'GET', '/api/sos/runs/1')).body, {
      ...{ status: 'queued', started_at: null, attempts: 0, last_error: null, next_try_at: null },
      waiting_for: /^No worker has taken it yet: npm run worker starts one/,
    })
  })

  t.test('is joined by the next call', async (t) => {
    const { body } = await call('bod', 'POST', CALCULATE, MARCH)
    t.match(body.error, /^Scoring run 1 /)
  })

  t.test('is finished by a worker that comes later, without those who have left', async (t) => {
    const post = (key: string, signal?: AbortSignal) =>
      fetch(`${url}${CALCULATE}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-user-id': `${user.bod.id}`,
          'idempotency-key': key,
        },
        body: JSON.stringify(MARCH),
        signal: signal ?? null,
      })
    const arrived = once(app.server, 'request')
    const leaving = new AbortController()
    const left = post('left', leaving.signal).catch((error: Error) => error.name)
    const [, answer] = await arrived
    leaving.abort()
    t.equal(await left, 'AbortError')
    if (!answer.closed) await once(answer, 'close')

    const worker = await testApp(t, { WORKER: 'on', DATABASE_URL })
    const stayed = await worker.call('bod', 'POST', CALCULATE, MARCH, { 'idempotency-key': 'stayed' })
    t.match(stayed, { status: 200, body: { sellers_scored: 1 } })
    t.same(await app.db.rows('select key from idempotency_keys'), [{ key: 'stayed' }])
  })
})
