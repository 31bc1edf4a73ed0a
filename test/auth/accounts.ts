import type { testApp } from '../setup/app.ts'

type Test = Awaited<ReturnType<typeof testApp>>

export const PASSWORD = 'five boxes on a blue cart'

/** Makes an account that the demo data did not make, as a bod does, and returns its id. */
export async function makeAccount({ call }: Pick<Test, 'call'>, username: string, fields: object = {}) {
  const account = {
    username,
    full_name: `The ${username}`,
    email: `${username}@example.com`,
    role: 'viewer',
    password: PASSWORD,
    ...fields,
  }
  const { status, body } = await call('bod', 'POST', '/api/users', account)
  if (status !== 200) throw new Error(`no account ${username}: ${JSON.stringify(body)}`)
  return body.id as number
}

/** A client of the auth routes, which ask for no X-User-Id. */
export function authClient({ call }: Pick<Test, 'call'>) {
  return {
    login: (username: string, password: string) =>
      call(null, 'POST', '/api/auth/login', { username, password }),
    idpLogin: (email: string, password: string) =>
      call(null, 'POST', '/api/auth/idp-login', { email, password }),
    refresh: (refresh_token: string) => call(null, 'POST', '/api/auth/refresh', { refresh_token }),
    logout: (token: string) => call(null, 'POST', '/api/auth/logout', undefined, bearer(token)),
    me: (token: string) => call(null, 'GET', '/api/auth/me', undefined, bearer(token)),
    updatePassword: (token: string, new_password: string) =>
      call(null, 'POST', '/api/auth/update-password', { new_password }, bearer(token)),
  }
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
