import t from 'tap'
import { ROLES } from '../../src/platform/access/roles.ts'
import { bearer } from '../auth/accounts.ts'
import { inLongForm } from '../setup/form.ts'
import { credentialsOf } from './credentials.ts'
import { isOwned, OPEN, SCOPED, takesLogin, whoMay } from './expected.ts'
import { addressOf, bodyOf, type Operation, operationsOf } from './operations.ts'
import { twoSellers } from './two-sellers.ts'

// Every operation of the document, by every role and every credential, about own and about foreign things. What is
// expected stands in expected.ts.

const the = await twoSellers(t)
const { own, foreign, run, user } = the
/** About nothing that there is: a seller must not learn that from the answer. */
const nobody = {
  ...foreign,
  ...{ word: 'nobody', seller_code: 'S-NOBODY', appeal: 2_147_483_647, surcharge: 2_147_483_647 },
}
const { good, bad, tokenOf } = await credentialsOf(t, the)
const operations = await operationsOf(the.app)
const gated = operations.filter(({ name }) => !OPEN[name])

t.test('the design has a row for every operation', async (t) => {
  t.ok(gated.length > 100)
  t.same(
    gated.filter(({ name }) => !whoMay(name)).map(({ name }) => name),
    [],
  )
})

t.test('a route names a permission unless it is open, or everybody’s, in the table', async (t) => {
  const without = the.app
    .routeTable()
    .filter(({ url, config }) => url.startsWith('/api/') && !config?.permission)
    .map(({ method, url, config }) => ({
      name: `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`,
      access: config?.access,
    }))
  const known = (name: string) => {
    if (OPEN[name]) return OPEN[name] === 'bearer' ? 'bearer' : 'public'
    return whoMay(name)?.length === ROLES.length ? 'user' : undefined
  }
  t.ok(without.length > 0)
  t.same(
    without.filter(({ name, access }) => access !== known(name)),
    [],
  )
})

for (const [n, [way, { call, headers }]] of Object.entries(good).entries())
  t.test(`with ${way}`, { skip: n > 0 && inLongForm }, async (t) => {
    let asked = 0
    for (const role of ROLES)
      await t.test(role, async (t) => {
        const wrong: string[] = []
        const ask = async (operation: Operation, about: typeof own | undefined, expected: Expected) => {
          const { method, name } = operation
          const address = addressOf(operation, about, run)
          const answer = await call(null, method as 'GET', address, bodyOf(operation, about), headers(role))
          asked++
          const isDocumented = operation.statuses.includes(answer.status)
          if (!expected(answer.status) || !isDocumented)
            wrong.push(`${name} about ${about?.word ?? 'nothing'}: ${answer.status} ${answer.body?.error}`)
        }
        for (const operation of gated) {
          const mayLoggedIn = whoMay(operation.name)?.includes(role)
          const may = mayLoggedIn && !(way === 'an API key' && takesLogin(operation.name))
          if (!SCOPED.includes(role)) await ask(operation, undefined, may ? letIn : forbidden)
          else if (!may) for (const about of [own, foreign]) await ask(operation, about, forbidden)
          else {
            await ask(operation, own, served)
            const isRefused = namesOne(operation) && isOwned(role, operation.name)
            await ask(operation, foreign, isRefused ? forbidden : served)
            if (isRefused && role === 'seller') await ask(operation, nobody, forbidden)
          }
        }
        t.same(wrong, [])
      })
    t.comment(`${asked} requests`)
  })

t.test('nobody comes in with', async (t) => {
  for (const [way, { call, headers }] of Object.entries(bad))
    await t.test(way, async (t) => {
      const let_in: string[] = []
      for (const [n, operation] of gated.entries())
        for (const role of ['bod', ROLES[n % ROLES.length] ?? 'bod'] as const) {
          const { status } = await call(
            null,
            operation.method as 'GET',
            addressOf(operation, own, run),
            undefined,
            headers(role),
          )
          if (status !== 401) let_in.push(`${operation.name} as ${role}: ${status}`)
        }
      t.same(let_in, [])
    })
})

t.test('operations that are open are those that are known, and ask for no more', async (t) => {
  for (const [name, access] of Object.entries(OPEN)) {
    const operation = operations.find((one) => one.name === name)
    if (!t.ok(operation, name) || !operation) continue
    const { call } = good['a bearer token'] as (typeof good)[string]
    const { status } = await call(null, operation.method as 'GET', operation.path)
    if (access === 'bearer') {
      t.equal(status, 401, `${name} without a token`)
      const token = bearer(tokenOf(user.viewer.id))
      t.not((await call(null, operation.method as 'GET', operation.path, undefined, token)).status, 401)
    } else if (access === 'page') {
      t.equal(status, 403, `${name} from no page`)
      const page = { 'sec-fetch-site': 'same-origin' }
      t.not((await call(null, operation.method as 'GET', operation.path, undefined, page)).status, 403, name)
    } else t.not(status, 403, name)
  }
})

type Expected = (status: number) => boolean
const forbidden: Expected = (status) => status === 403
/** It is not who asks that is wrong. */
const letIn: Expected = (status) => status !== 401 && status !== 403 && status < 500
/** Asked as it should be: served, or refused for the state that an earlier request has left. */
const served: Expected = (status) => status === 200 || status === 409

/** Whether the address, or the body, names something of a seller's. */
const namesOne = ({ name, path }: Operation) => path.includes('{') || name === 'POST /api/appeals'
