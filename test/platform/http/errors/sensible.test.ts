import type { FastifyReply } from 'fastify'
import t from 'tap'
import { bareApp, PLATFORM } from '../../../../src/app.ts'
import { readEnv } from '../../../../src/env.ts'
import { testSettings } from '../../../setup/app.ts'

const app = bareApp(readEnv(testSettings))
t.teardown(() => app.close())
for (const { plugin } of PLATFORM.slice(0, 1)) await app.register(plugin)
app.get('/kept', async (_, reply) => reply.preventCache().send({ ok: true }))

const CASES: [number, string, string | RegExp, (reply: FastifyReply) => unknown][] = [
  [404, 'not_found', 'There is no parcel 7.', (reply) => reply.notFound('There is no parcel 7')],
  [409, 'conflict', 'It is on its way.', (reply) => reply.getHttpError('409', 'It is on its way')],
  [403, 'forbidden', 'Not for you.', () => Promise.reject(app.httpErrors.forbidden('Not for you.'))],
  [401, 'unauthorized', 'Unauthorized.', () => Promise.reject(app.httpErrors.unauthorized())],
  [400, 'bad_request', 'weight is none.', () => app.assert(false, 400, 'weight is none')],
  [500, 'internal_error', /^(?!.*scale)/, (reply) => reply.internalServerError('the scale is broken')],
]
for (const [status, , , work] of CASES) app.get(`/${status}`, async (_, reply) => work(reply))

t.test('what @fastify/sensible adds answers in the form of this service', async (t) => {
  for (const [status, code, error] of CASES) {
    const answer = await app.inject(`/${status}`)
    t.same([answer.statusCode, answer.headers['x-error-code']], [status, code])
    t.match(answer.json(), { error })
    if (typeof error === 'string') t.same(answer.json(), { error })
  }
  t.match((await app.inject('/kept')).headers['cache-control'], /no-store/)
})
