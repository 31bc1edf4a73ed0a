import t from 'tap'
import { Agent, request } from 'undici'
import { goodRequests } from '../generated/good-requests.ts'
import { NUMBER, requestOf } from '../generated/odd-requests.ts'
import { testSettings } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'
import { LAST, NOW } from '../setup/months.ts'
import { freePort, startService } from '../setup/service.ts'
import { world } from '../spec/world.ts'
import { releaseFolder } from './release-folder.ts'

/** Longer than any answer takes, on however busy a machine. */
const PATIENCE_MS = 120_000

const the = await world(t)
const requests = await goodRequests(the)
const { folder, upgrade } = await releaseFolder(t)
const settings = {
  ...testSettings,
  LOG_LEVEL: 'warn',
  DATABASE_URL: the.DATABASE_URL,
  PORT: String(await freePort()),
}
const service = startService(t, settings, 'src/server.js', folder)
await service.until('Documentation')

const dispatcher = new Agent({ headersTimeout: PATIENCE_MS })
t.teardown(() => dispatcher.destroy())
const board = { 'x-user-id': String(the.user.bod.id), 'content-type': 'application/json' }
const wrong: string[] = []

async function askOnce(method: string, path: string, body?: string) {
  const url = `${service.url}${path}`
  const answer = await request(url, { method: method as 'GET', headers: board, body, dispatcher })
  const isStream = String(answer.headers['content-type']).startsWith('text/event-stream')
  const text = isStream ? '' : await answer.body.text()
  if (isStream) answer.body.on('error', () => {}).destroy()
  return { status: answer.statusCode, text }
}

/** Asks, and again while a certificate waits for the log to be signed. */
async function ask(method: string, path: string, body?: string) {
  let answer = await askOnce(method, path, body)
  if (isUnsigned(answer))
    await eventually(async () => {
      answer = await askOnce(method, path, body)
      return !isUnsigned(answer)
    })
  if (answer.status >= 500) wrong.push(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  return answer
}

const isUnsigned = ({ status, text }: { status: number; text: string }) =>
  status === 503 && text.includes('not signed yet')

const READS = ['/api/sellers', '/api/sellers/S-1', `/api/sos/monthly?period=${LAST}`, '/api/dashboard/stats']

t.test('while another release is put in the folder of a server, everything is answered', async (t) => {
  let isDone = false
  const readers = READS.map(async (path) => {
    while (!isDone) await ask('GET', path)
  })
  await upgrade()
  isDone = true
  await Promise.all(readers)
  t.same(wrong, [])
})

t.test('afterwards every page is served with what it loads', async (t) => {
  const linked = (text: string) =>
    [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path ?? '')
  for (const page of ['/docs', '/console']) {
    const { status, text } = await ask('GET', page)
    t.equal(status, 200, page)
    t.ok(linked(text).length > 2)
    for (const path of linked(text)) t.equal((await ask('GET', path)).status, 200, path)
  }
  for (const document of ['/docs/reference.json', '/docs/yaml', '/openapi.json'])
    t.equal((await ask('GET', document)).status, 200, document)
})

t.test('and so is what threads compute, by the code of the server', async (t) => {
  const { text: certificate } = await ask('GET', `/api/sos/sellers/S-2/score/certificate?period=${LAST}`)
  for (const [method, path, body] of [
    ['POST', '/api/sos/sellers/S-2/score/path', JSON.stringify({ period: NOW })],
    ['GET', `/api/sos/sellers/S-2/score/sensitivity?period=${NOW}`],
    ['GET', `/api/sos/sellers/S-2/score/projection?period=${NOW}`],
    ['POST', '/api/sos/verify', certificate],
  ] as const) {
    const { status, text } = await ask(method, path, body)
    t.not(status >= 500, true, `${path}: ${status} ${text.slice(0, 200)}`)
  }
  t.equal((await ask('POST', '/api/sos/sellers/S-2/score/path', JSON.stringify({ period: NOW }))).status, 200)
  t.same(wrong, [])
})

t.test('and every operation', async (t) => {
  const last = ({ method }: { method: string }) => Number(method === 'DELETE')
  let taken = 0
  for (const good of requests.sort((a, b) => last(a) - last(b))) {
    const { method, url, body } = requestOf(good)
    const text = typeof body === 'string' ? body.replaceAll(NUMBER, '-1') : undefined
    if ((await ask(method, url, text)).status < 400) taken += 1
  }
  t.ok(taken > requests.length / 2, `${taken} of ${requests.length} were taken`)
  t.same(wrong, [])
  t.notMatch(service.printed(), /of another release"|ERR_MODULE_NOT_FOUND|ENOENT/)
})

t.test('the log and the metrics say that the folder holds another release', async (t) => {
  await t.resolves(service.until('holds another release'))
  t.match((await ask('GET', '/metrics')).text, 'sos_release_replaced 1')
})
