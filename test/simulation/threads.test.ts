import t from 'tap'
import { defineTask } from '../../src/platform/threads/task.ts'
import type { Odd } from '../platform/threads/odd-task.ts'
import { eventually } from '../setup/eventually.ts'
import { service } from '../spec/service.ts'
import { addSeller } from './april.ts'

const api = await service(t, { COMPUTE_THREADS: '2' })
const { app, call } = api
await addSeller(api, 'S-1')

const long = defineTask<(input: { does: Odd }) => never>(
  'long',
  new URL('../platform/threads/odd-task.ts', import.meta.url),
)

/** Two tasks that compute until they are ended, one in each thread. */
async function blockThreads() {
  const end = new AbortController()
  const tasks = ['a', 'b'].map((caller) =>
    app.threads.run(long, { does: 'forever' }, { caller, gone: end.signal }).catch(({ message }) => message),
  )
  await eventually(async () => app.threads.alive() === 2)
  return async () => {
    end.abort()
    await Promise.all(tasks)
  }
}

const askPath = () => call('viewer', 'POST', '/api/sos/sellers/S-1/score/path', {})

t.test('long computations hold up neither enforcement nor scores nor a what-if', async (t) => {
  const unblock = await blockThreads()
  const path = askPath()
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
  const unblock = await blockThreads()
  const asked = Array.from({ length: 53 }, askPath)
  const first = await Promise.race(asked)
  t.match(first, { status: 503, headers: { 'retry-after': /^\d+$/, 'x-error-code': 'computations_full' } })
  await unblock()
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  t.ok(statuses.filter((status) => status === 200).length >= 1, statuses.join(' '))
  t.ok(
    statuses.every((status) => status === 200 || status === 503),
    statuses.join(' '),
  )
})
