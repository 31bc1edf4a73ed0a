import t from 'tap'
import { testApp } from '../setup/app.ts'
import { authClient, makeAccount, PASSWORD } from './accounts.ts'

const test = await testApp(t)
await makeAccount(test, 'nadia')
const { idpLogin, login, refresh, logout, me } = authClient(test)

t.test('logging out ends the session and no other', async (t) => {
  const { session } = (await idpLogin('nadia@example.com', PASSWORD)).body
  const { token } = (await login('nadia', PASSWORD)).body
  const { status, body } = await logout(session.access_token)
  t.same({ status, body }, { status: 200, body: { success: true } })
  t.equal((await me(session.access_token)).status, 401, 'its access token')
  t.equal((await refresh(session.refresh_token)).status, 401, 'its refresh token')
  t.equal((await me(token)).status, 200, 'another session')
})

t.test('logging out twice answers 401', async (t) => {
  const { token } = (await login('nadia', PASSWORD)).body
  await logout(token)
  t.equal((await logout(token)).status, 401)
})

t.test('logging out without a token answers 401', async (t) => {
  t.equal((await test.call('bod', 'POST', '/api/auth/logout')).status, 401)
})
