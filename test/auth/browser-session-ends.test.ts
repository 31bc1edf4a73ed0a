import t from 'tap'
import { authClient, makeAccount, PASSWORD } from './accounts.ts'
import { browser, verifiedApp } from './browsers.ts'

const { demo, test } = await verifiedApp(t)
const { db } = test.app

/** A browser that has just signed in with an account of its own. */
async function fresh(username: string) {
  const id = await makeAccount(demo, username)
  const page = browser(test)
  const { body } = await page.logIn(username, PASSWORD)
  return { ...page, id, token: body.session.access_token as string }
}

/** Lets time pass for the sessions of a user. */
const age = (id: number, time: string) =>
  db.run(
    `update sessions set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval
     where user_id = $1 and ended_at is null`,
    [id, time],
  )
const hoursLeft = async (id: number) =>
  (
    await db.one<{ hours: number }>(
      `select extract(epoch from expires_at - now())::float8 / 3600 as hours from sessions
       where user_id = $1 and ended_at is null`,
      [id],
    )
  ).hours

t.test('a session that is used lives 12 hours from then on', async (t) => {
  const { id, next } = await fresh('used')
  t.ok(Math.abs((await hoursLeft(id)) - 12) < 0.1)
  for (let times = 0; times < 3; times++) {
    await age(id, '11 hours 55 minutes')
    t.equal((await next()).status, 200)
    t.ok(Math.abs((await hoursLeft(id)) - 12) < 0.1)
  }
})

t.test('one that is not used for 12 hours has ended, with its access tokens', async (t) => {
  const { id, next, me, token } = await fresh('idle')
  await age(id, '12 hours')
  test.app.identities.forget()
  t.match(await next(), { status: 401, headers: { 'x-error-code': 'session_ended' } })
  t.equal((await me(token)).status, 401)
})

t.test('one that is always used ends after 30 days', async (t) => {
  const { id, next } = await fresh('busy')
  for (let day = 1; day < 60; day++) {
    await age(id, '11 hours 59 minutes')
    t.equal((await next()).status, 200, `${day}`)
  }
  t.ok((await hoursLeft(id)) < 12, 'no use moves its end beyond that')
  await age(id, '11 hours')
  t.equal((await next()).status, 200)
  const hours = await hoursLeft(id)
  t.ok(hours < 2, `${hours} hours are left`)
  await age(id, '2 hours')
  t.equal((await next()).status, 401)
})

t.test('a closed account has no session, nor when it is opened again', async (t) => {
  const { id, next, me, token } = await fresh('closed')
  await demo.call('bod', 'PATCH', `/api/users/${id}`, { is_active: false })
  test.app.identities.forget()
  t.equal((await next()).status, 401)
  t.equal((await me(token)).status, 401)
  await demo.call('bod', 'PATCH', `/api/users/${id}`, { is_active: true })
  t.equal((await next()).status, 401)
})

t.test('an account that was closed behind the service’s back has none either', async (t) => {
  const { id, next } = await fresh('closed-by-sql')
  await db.run('update users set is_active = false where id = $1', [id])
  t.equal((await next()).status, 401)
})

t.test('a new password ends the sessions of other browsers', async (t) => {
  const { jar, next, token, logIn } = await fresh('changed')
  const other = browser(test)
  await other.logIn('changed', PASSWORD)
  const cookie = jar.cookie
  t.equal((await authClient(test).updatePassword(token, 'nine red lamps and a chair')).status, 200)
  t.equal((await other.next()).status, 401)
  t.equal((await next()).status, 200, 'its own stays')
  t.equal(jar.cookie, cookie)
  t.equal((await logIn('changed', PASSWORD)).status, 401, 'the old password')
})

t.test('a password that an administrator sets ends all of them', async (t) => {
  const { id, next } = await fresh('reset')
  await demo.call('bod', 'PATCH', `/api/users/${id}`, { password: 'nine red lamps and a chair' })
  t.equal((await next()).status, 401)
})

t.test('an erased person has none', async (t) => {
  const { id, next } = await fresh('erased')
  const erased = await demo.call('bod', 'POST', `/api/users/${id}/erase`, {})
  t.equal(erased.status, 200, erased.body.error)
  t.equal((await next()).status, 401)
})
