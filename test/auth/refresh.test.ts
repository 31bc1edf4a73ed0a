import t from 'tap'
import { testApp } from '../setup/app.ts'
import { authClient, makeAccount, PASSWORD } from './accounts.ts'

const first = await testApp(t)
const second = await testApp(t, { DATABASE_URL: first.DATABASE_URL })
const nadia = await makeAccount(first, 'nadia')
const { idpLogin, login, refresh, logout, me } = authClient(first)
const elsewhere = authClient(second)
const newSession = async () => (await idpLogin('nadia@example.com', PASSWORD)).body.session

t.test('a refresh token gives the next pair, any number of times', async (t) => {
  let session = await newSession()
  for (let times = 0; times < 3; times++) {
    const { status, body } = await refresh(session.refresh_token)
    t.equal(status, 200)
    t.same(Object.keys(body), ['success', 'session'])
    t.same(Object.keys(body.session).sort(), ['access_token', 'expires_at', 'refresh_token'])
    t.not(body.session.refresh_token, session.refresh_token)
    t.not(body.session.access_token, session.access_token)
    session = body.session
  }
  t.match((await me(session.access_token)).body, { id: nadia })
})

t.test('refreshing moves the end of the session', async (t) => {
  const session = await newSession()
  await first.app.db.rows(`update sessions set expires_at = now() + interval '1 hour'`)
  await refresh(session.refresh_token)
  const days = await first.app.db.value<number>(
    'select extract(epoch from max(expires_at) - now())::float8 / 86400 from sessions',
  )
  t.ok(days > 29.99 && days <= 30, `${days} days are left`)
})

t.test('a refresh token that comes back after its use ends its session for all', async (t) => {
  const [stolen, other] = [await newSession(), await newSession()]
  const { session: next } = (await refresh(stolen.refresh_token)).body
  t.equal((await refresh(stolen.refresh_token)).status, 401, 'the used token')
  t.equal((await refresh(next.refresh_token)).status, 401, 'the token that was good')
  t.equal((await me(next.access_token)).status, 401, 'the access token')
  t.equal((await me(other.access_token)).status, 200, 'another session of the user')
  const audited = await first.call('bod', 'GET', '/api/audit?action=session.ended_on_reuse')
  t.match(audited.body.data[0], { entity: 'user', entity_id: String(nadia), user_id: null })
})

t.test('of twenty refreshes with one token at once, in two processes, one gets through', async (t) => {
  const session = await newSession()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? refresh : elsewhere.refresh)(session.refresh_token)),
  )
  const statuses = answers.map(({ status }) => status).sort()
  t.same(statuses, [200, ...Array(19).fill(401)])
  const winner = answers.find(({ status }) => status === 200)
  t.equal((await refresh(winner?.body.session.refresh_token)).status, 401, 'and the session has ended')
})

t.test('logging out ends the session and no other', async (t) => {
  const session = await newSession()
  const { token } = (await login('nadia', PASSWORD)).body
  const { status, body } = await logout(session.access_token)
  t.same({ status, body }, { status: 200, body: { success: true } })
  t.equal((await me(session.access_token)).status, 401, 'its access token')
  t.equal((await refresh(session.refresh_token)).status, 401, 'its refresh token')
  t.equal((await me(token)).status, 200, 'another session')
  await logout(token)
  t.equal((await logout(token)).status, 401, 'twice')
})

t.test('an unknown token, an expired session and a closed account answer 401', async (t) => {
  t.equal((await refresh('sosr_unknown')).status, 401)

  const expired = await newSession()
  await first.app.db.rows(`update sessions set expires_at = now()`)
  t.equal((await refresh(expired.refresh_token)).status, 401)

  const closed = await newSession()
  await first.app.db.rows(`update users set is_active = false where id = $1`, [nadia])
  t.equal((await refresh(closed.refresh_token)).status, 401)
  await first.app.db.rows(`update users set is_active = true where id = $1`, [nadia])
})

t.test('used tokens are forgotten after thirty days', async (t) => {
  const session = await newSession()
  const { session: next } = (await refresh(session.refresh_token)).body
  await first.app.db.rows(`update refresh_tokens set used_at = used_at - interval '31 days'`)
  await refresh(next.refresh_token)
  const kept = await first.app.db.rows(
    `select from refresh_tokens where used_at < now() - interval '30 days'
       and session_id = (select id from sessions order by created_at desc limit 1)`,
  )
  t.same(kept, [])
})

t.test('the session of the legacy login ends with its one token', async (t) => {
  await login('nadia', PASSWORD)
  const session = await first.app.db.row<{ minutes: number; refreshable: boolean }>(
    `select extract(epoch from expires_at - created_at)::float8 / 60 as minutes,
            exists (select from refresh_tokens where session_id = s.id) as refreshable
     from sessions s order by created_at desc limit 1`,
  )
  t.match(session, { minutes: 15, refreshable: false })
})
