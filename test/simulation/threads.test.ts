import t from 'tap'
import { PLACES } from '../../src/platform/http/answers/slots.ts'
import type { Odd } from '../platform/threads/odd-task.ts'
import { eventually } from '../setup/eventually.ts'
import { waiters } from '../setup/waiters.ts'
import { service } from '../spec/service.ts'
import { addSeller, MONTH } from './april.ts'

const api = await service(t, { COMPUTE_THREADS: '2' })
const { app, call } = api
await addSeller(api, 'S-1')
await api.calculate(MONTH)

type OddTask = typeof import('../platform/threads/odd-task.ts').default

const odd = new URL('../platform/threads/odd-task.ts', import.meta.url)

/** So many tasks that take for ever; answers what ends them. */
async function occupy(count: number, does: Odd) {
  const end = new AbortController()
  const tasks = Array.from({ length: count }, () =>
    app.threads.run<OddTask>(odd, { does }, end.signal).catch(({ message }) => message),
  )
  await eventually(async () => app.threads.alive() === 2)
  return async () => {
    end.abort()
    await Promise.all(tasks)
  }
}

const askPath = () => call('viewer', 'POST', '/api/sos/sellers/S-1/score/path', {})

t.test('long computations hold up neither enforcement nor scores nor a what-if', async (t) => {
  const unblock = await occupy(2, 'forever')
  const path = askPath()
  await eventually(async () => app.threads.waiting() === 1)
  for (let n = 0; n < 20; n++)
    t.equal((await call('system', 'GET', '/api/sos/sellers/S-1/enforcement')).status, 200)
  t.equal((await call('viewer', 'POST', '/api/sos/sellers/S-1/score/what-if', {})).status, 200)
  t.equal(app.threads.waiting(), 1, 'the path still waits')
  t.match(
    (await call('bod', 'GET', '/metrics')).body,
    /sos_thread_tasks_running 2\n[\s\S]*sos_thread_tasks_waiting 1\n/,
  )
  await unblock()
  t.equal((await path).status, 200)
})

t.test('past the places of the line the answer is a 503 that says when to come back', async (t) => {
  const unblock = await occupy(2 + 50, 'stuck')
  const full = { status: 503, headers: { 'retry-after': /^\d+$/, 'x-error-code': 'computations_full' } }
  t.match(await askPath(), full)
  t.match(await call('viewer', 'GET', '/api/sos/sellers/S-1/score/sensitivity'), full)
  t.equal((await call('viewer', 'POST', '/api/sos/sellers/S-1/score/what-if', {})).status, 200)
  await unblock()
  t.equal((await askPath()).status, 200)
})

t.test('the running month is read in turns with other sums, one that is over is not', async (t) => {
  const { signal } = new AbortController()
  const ends = await Promise.all([app.sumSlots.take(signal), app.sumSlots.take(signal)])
  const about = '/api/sos/sellers/S-1/score'
  const live = [
    () => call('viewer', 'POST', `${about}/what-if`, {}),
    () => call('admin', 'POST', `${about}/path`, {}),
    () => call('bod', 'GET', `${about}/sensitivity`),
  ]
  const asked = live.map((ask) => ask())
  await eventually(async () => app.sumSlots.waiting() === live.length)
  t.match(await call('viewer', 'POST', `${about}/what-if`, { period: MONTH }), {
    status: 200,
    body: { from: 'stored' },
  })
  t.equal(app.sumSlots.waiting(), live.length, 'the others still wait')

  const gone = new AbortController()
  const rest = Array.from({ length: PLACES - live.length }, () =>
    app.sumSlots.take(gone.signal).catch(({ message }) => message),
  )
  t.match(await call('ops_head', 'POST', `${about}/what-if`, {}), {
    status: 503,
    headers: { 'retry-after': /^\d+$/, 'x-error-code': 'too_many_reads' },
  })
  gone.abort()
  await Promise.all(rest)
  for (const end of ends) end()
  for (const answer of asked) t.match(await answer, { status: 200, body: { from: 'live' } })
})

t.test('a seller that is deleted while its question waits is a 404', async (t) => {
  const gone = { status: 404, headers: { 'x-error-code': 'seller_not_found' } }
  const about = '/api/sos/sellers/S-2/score'
  const { signal } = new AbortController()
  const drop = `delete from sellers where seller_code = 'S-2'`
  await addSeller(api, 'S-2')
  const ends = await Promise.all([app.sumSlots.take(signal), app.sumSlots.take(signal)])
  const asked = [
    call('viewer', 'POST', `${about}/what-if`, {}),
    call('admin', 'POST', `${about}/path`, {}),
    call('bod', 'GET', `${about}/sensitivity`),
  ]
  await eventually(async () => app.sumSlots.waiting() === asked.length)
  await app.db.run(drop)
  for (const end of ends) end()
  for (const answer of asked) t.match(await answer, gone)

  await addSeller(api, 'S-2')
  let path: ReturnType<typeof call> | undefined
  await app.db.transaction(async (tx) => {
    await tx.run('lock table surcharges in access exclusive mode')
    path = call('viewer', 'POST', `${about}/path`, {})
    await eventually(async () => (await waiters(app.db, 'array(')) > 0)
    await tx.run(drop)
  })
  t.match(await path, gone, 'and when only its block was still to be read')
})
