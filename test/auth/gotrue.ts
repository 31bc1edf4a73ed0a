import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

interface Question {
  method: string
  path: string
  headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: whatever the service sends
  body: any
}
type Answer = [status: number, body?: unknown, headers?: Record<string, string>]
interface Session {
  email: string
  access: string
  refresh: string
}

/**
 * An identity provider on a real port that speaks GoTrue: the password and refresh grants, the user, the change of a
 * password and the logout. `asked` is what it was asked; `instead` answers in place of it, or never when it answers
 * nothing.
 */
export async function startGoTrue(
  t: { teardown(fn: () => unknown): unknown },
  passwords: Record<string, string>,
) {
  const asked: Question[] = []
  const fault: { instead?: (question: Question) => Answer | 'silence' | undefined } = {}
  let sessions: Session[] = []

  const server = createServer(async (request, response) => {
    const question = await read(request)
    asked.push(question)
    const answer = fault.instead?.(question) ?? answerTo(question)
    if (answer !== 'silence') send(response, answer)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })

  function answerTo({ method, path, headers, body }: Question): Answer {
    if (path === '/auth/v1/token?grant_type=password')
      return passwords[body.email] === body.password
        ? grant(body.email)
        : invalid('Invalid login credentials')
    if (path === '/auth/v1/token?grant_type=refresh_token') {
      const session = sessions.find(({ refresh }) => refresh === body.refresh_token)
      return session
        ? grant(session.email, session)
        : invalid('Invalid Refresh Token: Refresh Token Not Found')
    }
    const session = sessions.find(({ access }) => headers.authorization === `Bearer ${access}`)
    if (!session) return [403, { code: 403, error_code: 'bad_jwt', msg: 'invalid JWT' }]
    if (method === 'GET' && path === '/auth/v1/user') return [200, userOf(session.email)]
    if (method === 'PUT' && path === '/auth/v1/user') return changePassword(session, body.password)
    if (path === '/auth/v1/logout?scope=local') sessions = sessions.filter((one) => one !== session)
    else if (path === '/auth/v1/logout?scope=others')
      sessions = sessions.filter((one) => one === session || one.email !== session.email)
    else return [404, { code: 404, msg: 'not found' }]
    return [204]
  }

  function grant(email: string, from?: Session): Answer {
    const session = { email, access: `jwt.${randomUUID()}`, refresh: randomUUID() }
    sessions = [...sessions.filter((one) => one !== from), session]
    const tokens = { access_token: session.access, refresh_token: session.refresh, token_type: 'bearer' }
    const expires_at = Math.floor(Date.now() / 1000) + 3600
    return [200, { ...tokens, expires_in: 3600, expires_at, user: userOf(email) }]
  }

  function changePassword({ email }: Session, password: string): Answer {
    if (password === passwords[email])
      return [422, { code: 422, error_code: 'same_password', msg: 'New password should be different.' }]
    if (password.includes('password'))
      return [422, { code: 422, error_code: 'weak_password', msg: 'Password is known to be weak.' }]
    passwords[email] = password
    return [200, userOf(email)]
  }

  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}/auth/v1`, asked, fault }
}

const userOf = (email: string) => ({ id: randomUUID(), aud: 'authenticated', role: 'authenticated', email })
const invalid = (msg: string): Answer => [400, { code: 400, error_code: 'invalid_credentials', msg }]

async function read(request: IncomingMessage): Promise<Question> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  const { method = '', url = '', headers } = request
  return { method, path: url, headers, body: text === '' ? undefined : JSON.parse(text) }
}

function send(response: ServerResponse, [status, body, headers]: Answer) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : body && JSON.stringify(body))
}
