import { randomUUID } from 'node:crypto'
import { ROLES, type Role } from '../../src/platform/access/roles.ts'
import { signAccessToken } from '../../src/platform/access/tokens.ts'
import { bearer, makeAccount } from '../auth/accounts.ts'
import { testApp } from '../setup/app.ts'
import type { twoSellers } from './two-sellers.ts'

type Test = Parameters<typeof testApp>[0]
type Headers = Record<string, string>

/**
 * The same database behind a service in verified mode, and what users can show of who they are: `good` ways, after
 * which the role counts, and `bad` ones, which nobody may come in by.
 */
export async function credentialsOf(t: Test, demo: Awaited<ReturnType<typeof twoSellers>>) {
  const { app: demoApp, call, done, user, DATABASE_URL } = demo
  const verified = await testApp(t, {
    DATABASE_URL,
    AUTH_MODE: 'verified',
    JWT_SECRET: 'a secret that only these tests know',
  })
  const { app } = verified
  const closed = await closedUser()
  const sessions = await app.db.rows<{ id: string; user_id: number }>(
    `insert into sessions (id, user_id, expires_at) select gen_random_uuid(), id, now() + interval '1 hour' from users returning id::text, user_id`,
  )
  const sessionOf = new Map(sessions.map(({ id, user_id }) => [user_id, id]))
  const tokenOf = (id: number) => signAccessToken(app, id, sessionOf.get(id) as string).access_token
  const keys = Object.fromEntries(await Promise.all(ROLES.map(async (role) => [role, await keyOf(role)])))

  async function closedUser() {
    const id = await makeAccount(demo, 'closed', { role: 'bod' })
    await call('bod', 'PATCH', `/api/users/${id}`, { is_active: false })
    return id
  }

  async function keyOf(role: Role): Promise<string> {
    const asked = { name: role, user_id: user[role].id, role }
    return (await done('bod', 'POST', '/api/auth/api-keys', asked)).key
  }

  const idOf = (role: Role) => user[role].id
  const named = (role: Role): Headers => ({ 'x-user-id': String(idOf(role)) })
  const asClosed: Headers = { 'x-user-id': String(closed) }
  const expired = (id: number) => {
    const claims = { sub: String(id), sid: sessionOf.get(id) as string, jti: randomUUID() }
    return app.jwt.sign({ ...claims, iat: Math.floor(Date.now() / 1000) - 3_600 } as typeof claims)
  }
  const tampered = (token: string) => {
    const [header, payload, signature = ''] = token.split('.')
    return `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  }
  const another = (role: Role) => user[role === 'bod' ? 'admin' : 'bod'].id
  const inDemo = (headers: Way['headers']): Way => ({ call, headers })
  const inVerified = (headers: Way['headers']): Way => ({ call: verified.call, headers })
  const withToken = (tokenFor: (role: Role) => string) =>
    inVerified((role) => ({ ...named(role), ...bearer(tokenFor(role)) }))

  /** Each a way to ask: which service, and the headers of a user of that role. */
  const good: Record<string, Way> = {
    'X-User-Id in demo mode': inDemo(named),
    'a bearer token': withToken((role) => tokenOf(idOf(role))),
    'an API key': withToken((role) => keys[role] as string),
  }
  const bad: Record<string, Way> = {
    'nothing in demo mode': inDemo(() => ({})),
    'nothing in verified mode': inVerified(() => ({})),
    'X-User-Id alone in verified mode': inVerified(named),
    'a token alone': inVerified((role) => bearer(tokenOf(idOf(role)))),
    'an expired token': withToken((role) => expired(idOf(role))),
    "another user's token": withToken((role) => tokenOf(another(role))),
    'a tampered token': withToken((role) => tampered(tokenOf(idOf(role)))),
    'a key with a letter changed': withToken((role) => `${keys[role]}x`),
    'X-User-Id of a closed account': inDemo(() => asClosed),
    'a token of a closed account': inVerified(() => ({ ...asClosed, ...bearer(tokenOf(closed)) })),
  }
  demoApp.identities.forget()
  return { good, bad, tokenOf }
}

export interface Way {
  call: Awaited<ReturnType<typeof testApp>>['call']
  headers(role: Role): Headers
}
