import t from 'tap'
import { type Endpoint, endpoints } from './endpoints.ts'
import { misfits } from './shape.ts'
import { ERROR } from './shapes.ts'
import { world } from './world.ts'

const the = await world(t)
const table = endpoints(the)

interface Change {
  role?: Parameters<typeof the.call>[0]
  params?: Endpoint['params']
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  headers?: Record<string, string>
}

/** Sends the request of a row, or what a change makes of it. */
function ask(endpoint: Endpoint, change: Change = {}) {
  const { at, params = {}, body, headers, access } = { ...endpoint, ...change }
  const [method, path] = at.split(' ') as ['GET', string]
  const url = path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
  const query = change.query ? `?${new URLSearchParams(change.query as Record<string, string>)}` : ''
  const role = change.role === undefined && !access ? 'bod' : (change.role ?? null)
  return the.call(role, method, url + query, body, headers)
}

const without = (field: string, body: object = {}) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))

for (const endpoint of table)
  t.test(endpoint.at, async (t) => {
    const { access, forbids, unknown, body, requires = [], refuses = {}, answer, holds } = endpoint

    const refused = (what: string, status: number, change: Change, names?: string) =>
      t.test(`${what} answers ${status}`, async (t) => {
        const asked = await ask(endpoint, change)
        t.equal(asked.status, status)
        t.same(misfits(ERROR, asked.body), [])
        if (names) t.match(asked.body.error, names)
      })

    if (access !== 'public')
      await refused(access ? 'no token' : 'no X-User-Id', 401, { role: null, headers: {} })
    if (forbids) await refused(`the role ${forbids}`, 403, { role: forbids })
    if (unknown) await refused('what does not exist', 404, { params: unknown })
    for (const field of requires)
      await refused(`a body without ${field}`, 400, { body: without(field, body) }, field)
    for (const [field, value] of Object.entries(refuses)) {
      const given = { [field]: value }
      const change = endpoint.at.startsWith('GET') ? { query: given } : { body: { ...body, ...given } }
      await refused(`${field} = ${JSON.stringify(value)}`, 400, change, field)
    }

    const asked = await ask(endpoint)
    t.equal(asked.status, 200)
    t.same(misfits(answer, asked.body), [])
    if (holds) t.match(asked.body, holds)
  })

t.test('the service has a route for every row', async (t) => {
  const nameless = (path: string) => path.replaceAll(/:\w+/g, ':')
  const routes = the.app.routeTable().map(({ method, url }) => nameless(`${method} ${url}`))
  t.same(
    table.map(({ at }) => nameless(at)).filter((at) => !routes.includes(at)),
    [],
  )
})
