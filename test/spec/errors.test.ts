import t from 'tap'
import { service } from './service.ts'
import { misfits } from './shape.ts'
import { ERROR } from './shapes.ts'

// Every way to fail is answered by its status and by exactly {"error": "<sentence>"}.

const { call, create } = await service(t)
await create('/api/sellers', { seller_code: 'S-1', company_name: 'First' })

const seller = { seller_code: 'S-1', company_name: 'First' }
const large = { ...seller, metadata: { text: 'x'.repeat(2 ** 20) } }
const as = (type: string) => ({ 'content-type': type })

/** What is wrong, the status, what the sentence says, and the request. */
const cases: [string, number, RegExp, ...Parameters<typeof call>][] = [
  ['no user', 401, /X-User-Id/, null, 'GET', '/api/sellers'],
  ['a role that may not', 403, /role am/, 'am', 'GET', '/api/users'],
  ['an unknown address', 404, /\/api\/nothing/, 'bod', 'GET', '/api/nothing'],
  ['an unknown address outside the API', 404, /\/favicon/, null, 'GET', '/favicon'],
  ['a method that an address does not have', 404, /PUT/, 'bod', 'PUT', '/api/sellers'],
  ['an unknown object', 404, /S-404/, 'bod', 'GET', '/api/sellers/S-404'],
  ['a path with a broken escape', 400, /./, 'bod', 'GET', '/api/sellers/%zz'],
  ['an unknown parameter', 400, /^warehouse /, 'bod', 'GET', '/api/sellers?warehouse=1'],
  ['a parameter given twice', 400, /^page /, 'bod', 'GET', '/api/sellers?page=1&page=2'],
  ['a page size of none', 400, /^limit /, 'bod', 'GET', '/api/sellers?limit=0'],
  ['no body', 400, /body/, 'bod', 'POST', '/api/sellers'],
  ['a body that is no JSON', 400, /JSON/, 'bod', 'POST', '/api/sellers', '{', as('application/json')],
  ['an unknown field', 400, /^colour /, 'bod', 'POST', '/api/sellers', { ...seller, colour: 'red' }],
  ['a code that is taken', 409, /^seller_code /, 'bod', 'POST', '/api/sellers', seller],
  ['a body that is too large', 413, /large/, 'bod', 'POST', '/api/sellers', large],
  ['text', 415, /application\/json/, 'bod', 'POST', '/api/sellers', 'a', as('text/plain')],
  [
    'a form',
    415,
    /application\/json/,
    'bod',
    'POST',
    '/api/sellers',
    'a=1',
    as('application/x-www-form-urlencoded'),
  ],
]

for (const [what, status, sentence, ...asked] of cases)
  t.test(`${what} answers ${status}`, async (t) => {
    const { body, ...answer } = await call(...asked)
    t.equal(answer.status, status)
    t.same(misfits(ERROR, body), [])
    t.match(body.error, sentence)
  })

t.test('every answer has an x-request-id of its own', async (t) => {
  const answers = await Promise.all([
    call('bod', 'GET', '/api/sellers'),
    call('bod', 'GET', '/api/nothing'),
    call(null, 'GET', '/api/sellers'),
    call(null, 'GET', '/api/health'),
  ])
  const ids = answers.map(({ headers }) => headers['x-request-id'])
  for (const id of ids) t.match(id, /^[\w-]{8,}$/)
  t.equal(new Set(ids).size, ids.length)
})
