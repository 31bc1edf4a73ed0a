import { Webhook } from 'standardwebhooks'
import t, { type Test } from 'tap'
import { testApp, testSettings } from '../setup/app.ts'
import { clockAheadBy } from '../setup/faketime.ts'
import { missing } from '../setup/programs.ts'
import { freePort, startService } from '../setup/service.ts'
import { attempts } from './deliveries.ts'
import { type Received, receiver } from './receiver.ts'

/** More than the five minutes that receivers allow a signature, and the fifteen that an access token lasts. */
const OFF_BY_SECONDS = 20 * 60
const SHORTEST_RETRY_MS = 4_000
const TOKEN_SECONDS = 15 * 60

const skip = missing('faketime')

t.jobs = 2
for (const [name, seconds] of [
  ['ahead of', OFF_BY_SECONDS],
  ['behind', -OFF_BY_SECONDS],
] as const)
  t.test(
    `a process twenty minutes ${name} the database goes by the database’s clock`,
    { skip },
    async (t) => {
      const wrongClock = await clockAheadBy(seconds)
      const { app, call, DATABASE_URL } = await testApp(t, { WORKER: 'off', WEBHOOK_ALLOW_PRIVATE: 'on' })
      const PORT = String(await freePort())
      const settings = { ...testSettings, LOG_LEVEL: 'warn', DATABASE_URL, PORT, WEBHOOK_ALLOW_PRIVATE: 'on' }
      const service = startService(t, { ...settings, ...wrongClock })
      await service.until(`1200 s ${name} the database`)
      await service.until('Documentation  http')

      t.test('what it sends is accepted, and sent again when it is due', async (t) => {
        const target = await receiver(t, (response, number) =>
          response.writeHead(number === 1 ? 500 : 204).end(),
        )
        const { id, secret } = (await call('bod', 'POST', '/api/webhooks', { url: target.url })).body
        await call('bod', 'POST', `/api/webhooks/${id}/test`)
        const [first, second] = (await target.until(2)) as [Received, Received]
        for (const { body, headers } of [first, second])
          t.doesNotThrow(() => new Webhook(secret).verify(body, headers as Record<string, string>))
        await attempts(call, `subscription_id=${id}`, 2)
        const [attempt] = await app.db.rows<{ waited: number; late: number; off: number }>(`
        select extract(epoch from b.attempted_at - a.attempted_at)::float8 * 1000 as waited,
               extract(epoch from b.attempted_at - a.next_attempt_at)::float8 * 1000 as late,
               extract(epoch from clock_timestamp() - b.attempted_at)::float8 as off
        from webhook_attempts a join webhook_attempts b using (delivery_id) where a.attempt = 1 and b.attempt = 2`)
        t.ok((attempt?.waited ?? 0) >= SHORTEST_RETRY_MS, `it waited ${attempt?.waited} ms`)
        t.ok((attempt?.late ?? -1) >= 0, `the second attempt came ${attempt?.late} ms after it was due`)
        t.ok(Math.abs(attempt?.off ?? Infinity) < 60, `the log is off by ${attempt?.off} s`)
      })

      t.test('a token that it gives out is good elsewhere, and not for longer', async (t) => {
        const answer = await fetch(`${service.url}/api/auth/idp-login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'bod@example.com', password: 'any of them' }),
        })
        const { session } = (await answer.json()) as { session: { access_token: string; expires_at: number } }
        const me = await call(null, 'GET', '/api/auth/me', undefined, {
          authorization: `Bearer ${session.access_token}`,
        })
        t.equal(me.status, 200)
        const left = session.expires_at - app.clock.now().getTime() / 1000
        t.ok(left > 0 && left <= TOKEN_SECONDS + 1, `it has ${left} s left`)
      })

      t.test('what it creates and changes has the time of the database', async (t) => {
        const headers = { 'x-user-id': '1', 'content-type': 'application/json' }
        const body = JSON.stringify({ code: 'WH-CLOCK', name: 'Clock' })
        const made = await fetch(`${service.url}/api/warehouses`, { method: 'POST', headers, body })
        const { id } = (await made.json()) as { id: number }
        await isOfNow(t, 'created_at')
        await app.db.run('update warehouses set updated_at = now() - interval $$1 day$$ where id = $1', [id])
        const name = JSON.stringify({ name: 'Other clock' })
        await fetch(`${service.url}/api/warehouses/${id}`, { method: 'PATCH', headers, body: name })
        await isOfNow(t, 'updated_at')

        async function isOfNow(t: Test, column: string) {
          const { off } = await app.db.one<{ off: number }>(
            `select extract(epoch from clock_timestamp() - ${column})::float8 as off from warehouses where id = $1`,
            [id],
          )
          t.ok(Math.abs(off) < 60, `${column} is off by ${off} s`)
        }
      })
    },
  )
