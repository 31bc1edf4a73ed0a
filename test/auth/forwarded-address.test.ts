import t from 'tap'
import { NETWORK_FAILURES } from '../../plugins/auth/login-waits.ts'
import { testApp } from '../setup/app.ts'

type Test = Parameters<typeof testApp>[0]

/** The service behind proxies, asked over the network by 127.0.0.1. */
async function behind(t: Test, proxies?: string) {
  const { app } = await testApp(t, proxies ? { TRUST_PROXY: proxies } : {})
  const url = await app.listen({ host: '127.0.0.1', port: 0 })

  /** A login that fails, by a name that only this forwarded address tries. */
  async function failedLogin(forwarded?: string): Promise<number> {
    const headers = { 'content-type': 'application/json', ...(forwarded && { 'x-forwarded-for': forwarded }) }
    const body = JSON.stringify({ username: `nobody at ${forwarded}`, password: 'wrong' })
    const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })
    await answer.body?.cancel()
    return answer.status
  }

  /** The addresses that failed logins count against. */
  async function counted(): Promise<string[]> {
    const rows = await app.db.rows<{ network: string }>(
      `select network from login_failures where account = '' order by network`,
    )
    return rows.map(({ network }) => network)
  }

  const useUp = (address: string) =>
    app.db.rows(
      `update login_failures set failures = $1, waits_until = now() + interval '1 minute'
       where account = '' and network = $2`,
      [NETWORK_FAILURES, address],
    )
  return { failedLogin, counted, useUp }
}

t.test('without proxies a forged X-Forwarded-For gains no tries', async (t) => {
  const { failedLogin, counted, useUp } = await behind(t)
  t.equal(await failedLogin(), 401)
  await useUp('127.0.0.1')
  for (const forged of ['198.51.100.7', '198.51.100.8, 127.0.0.1', '::1', 'unknown'])
    t.equal(await failedLogin(forged), 429, forged)
  t.same(await counted(), ['127.0.0.1'])
})

t.test('behind a proxy each caller has tries of its own, and can forge no others', async (t) => {
  const { failedLogin, counted, useUp } = await behind(t, '127.0.0.1')
  t.equal(await failedLogin('198.51.100.7'), 401)
  await useUp('198.51.100.7')
  t.equal(await failedLogin('198.51.100.7'), 429)
  t.equal(await failedLogin('203.0.113.1, 198.51.100.7'), 429, 'what the caller itself sent is not believed')
  t.equal(await failedLogin('127.0.0.1, 198.51.100.7'), 429, 'nor when it names the proxy')
  t.equal(await failedLogin('198.51.100.8'), 401, 'another caller is not held back')
  t.same(await counted(), ['198.51.100.7', '198.51.100.8'])
})

t.test('behind two proxies the caller is whom the outer one names', async (t) => {
  const { failedLogin, counted } = await behind(t, '127.0.0.0/8, 10.1.0.0/16')
  t.equal(await failedLogin('203.0.113.1, 198.51.100.7, 10.1.2.3'), 401)
  t.equal(await failedLogin('203.0.113.1, 2001:db8::7, 10.1.2.3'), 401)
  t.same(await counted(), ['198.51.100.7', '2001:db8:0:0::/64'])
})

t.test('whoever reaches the service around the proxies is not believed', async (t) => {
  const { failedLogin, counted } = await behind(t, '10.1.0.0/16')
  t.equal(await failedLogin('198.51.100.7, 10.1.2.3'), 401)
  t.same(await counted(), ['127.0.0.1'])
})
