import t from 'tap'
import { bareApp, PLATFORM } from '../../../../src/app.ts'
import { readEnv } from '../../../../src/env.ts'
import { testSettings } from '../../../setup/app.ts'

const app = bareApp(readEnv(testSettings))
t.teardown(() => app.close())
for (const { plugin } of PLATFORM.slice(0, 1)) await app.register(plugin)
app.get('/reply', async (_, reply) => reply.notFound('There is no parcel 7'))
app.get('/by-status', async (_, reply) => reply.getHttpError('409', 'The parcel is on its way'))
app.get('/thrown', async () => {
  throw app.httpErrors.forbidden('Parcels are not for you.')
})
app.get('/bare', async () => {
  throw app.httpErrors.unauthorized()
})
app.get('/assert', async () => app.assert(false, 400, 'weight must be a number'))
app.get('/failure', async (_, reply) => reply.internalServerError('the scale is broken'))
app.get('/kept', async (_, reply) => reply.preventCache().send({ ok: true }))

const ask = async (url: string) => {
  const { statusCode, headers, body } = await app.inject(url)
  return [statusCode, headers['x-error-code'], JSON.parse(body)]
}

t.test('what @fastify/sensible adds to app and reply answers in the form of this service', async (t) => {
  t.same(await ask('/reply'), [404, 'not_found', { error: 'There is no parcel 7.' }])
  t.same(await ask('/by-status'), [409, 'conflict', { error: 'The parcel is on its way.' }])
  t.same(await ask('/thrown'), [403, 'forbidden', { error: 'Parcels are not for you.' }])
  t.same(await ask('/bare'), [401, 'unauthorized', { error: 'Unauthorized.' }])
  t.same(await ask('/assert'), [400, 'bad_request', { error: 'weight must be a number.' }])
})

t.test('a failure keeps its reason to the log, and other decorators work', async (t) => {
  const [status, code, { error }] = await ask('/failure')
  t.same([status, code], [500, 'internal_error'])
  t.notMatch(error, /scale/)
  t.match((await app.inject('/kept')).headers['cache-control'], /no-store/)
})
