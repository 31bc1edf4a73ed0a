import { randomUUID } from 'node:crypto'
import { ROLES, type Role } from '../../src/platform/access/roles.ts'
import { signAccessToken } from '../../src/platform/access/tokens.ts'
import { bearer } from '../auth/accounts.ts'
import { testApp } from '../setup/app.ts'
import type { twoSellers } from './two-sellers.ts'

type Test = Parameters<typeof testApp>[0]
type Headers = Record<string, string>

/**
 * The same database behind a service in verified mode, and what users can show of who they are: `good` ways, after
 * which the role counts, and `bad` ones, which nobody may come in by.
 */
export async function credentialsOf(t: Test, demo: Awaited<ReturnType<typeof twoSellers>>) {
  const { app: demoApp, call, user, DATABASE_URL } = demo
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
    const account = {
      username: 'closed',
      full_name: 'Closed',
      role: 'bod',
      email: 'closed@example.com',
      password: 'five boxes',
    }
    const { body } = await call('bod', 'POST', '/api/users', account)
    await call('bod', 'PATCH', `/api/users/${body.id}`, { is_active: false })
    return body.id as number
  }

  async function keyOf(role: Role): Promise<string> {
    const asked = { name: role, user_id: user[role].id, role }
    const { status, body } = await call('bod', 'POST', '/api/auth/api-keys', asked)
    if (status !== 200) throw new Error(`no key of ${role}: ${body.error}`)
    return body.key
  }

  const named = (id: number): Headers => ({ 'x-user-id': String(id) })
  const expired = (id: number) => {
    const claims = { sub: String(id), sid: sessionOf.get(id) as string, jti: randomUUID() }
    return app.jwt.sign({ ...claims, iat: Math.floor(Date.now() / 1000) - 3_600 } as typeof claims)
  }
  const tampered = (token: string) => {
    const [header, payload, signature = ''] = token.split('.')
    return `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  }
  const another = (role: Role) => user[role === 'bod' ? 'admin' : 'bod'].id
  const demoCall = demo.call
  const verifiedCall = verified.call

  /** Each a way to ask: which service, and the headers of a user of that role. */
  const good: Record<string, Way> = {
    'X-User-Id in demo mode': { call: demoCall, headers: (role) => named(user[role].id) },
    'a bearer token': {
      call: verifiedCall,
      headers: (role) => ({ ...named(user[role].id), ...bearer(tokenOf(user[role].id)) }),
    },
    'an API key': {
      call: verifiedCall,
      headers: (role) => ({ ...named(user[role].id), ...bearer(keys[role] as string) }),
    },
  }
  const withToken = (headers: (role: Role) => Headers): Way => ({ call: verifiedCall, headers })
  const bad: Record<string, Way> = {
    'nothing in demo mode': { call: demoCall, headers: () => ({}) },
    'nothing in verified mode': withToken(() => ({})),
    'X-User-Id alone in verified mode': withToken((role) => named(user[role].id)),
    'a token alone': withToken((role) => bearer(tokenOf(user[role].id))),
    'an expired token': withToken((role) => ({ ...named(user[role].id), ...bearer(expired(user[role].id)) })),
    "another user's token": withToken((role) => ({
      ...named(user[role].id),
      ...bearer(tokenOf(another(role))),
    })),
    'a tampered token': withToken((role) => ({
      ...named(user[role].id),
      ...bearer(tampered(tokenOf(user[role].id))),
    })),
    'a key with a letter changed': withToken((role) => ({
      ...named(user[role].id),
      ...bearer(`${keys[role]}x`),
    })),
    'X-User-Id of a closed account': { call: demoCall, headers: () => named(closed) },
    'a token of a closed account': withToken(() => ({ ...named(closed), ...bearer(tokenOf(closed)) })),
  }
  demoApp.identities.forget()
  return { good, bad, tokenOf }
}

export interface Way {
  call: Awaited<ReturnType<typeof testApp>>['call']
  headers(role: Role): Headers
}
