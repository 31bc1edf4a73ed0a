import type { Test } from 'tap'
import { inLines } from './client.ts'
import { beyondMost, countConnections, openTransactions, watchConnections } from './connections.ts'
import { expectAnswers } from './expect-answers.ts'
import { expectEvents, expectPushes, expectRuns } from './expect-kept.ts'
import type { Load } from './load.ts'
import { SLACK_MS, seconds, within } from './polling.ts'
import type { Scene } from './scene.ts'

const READY_MS = 10_000
/** It only bounds a hang. */
const SETTLE_MS = 240_000
const MEGABYTE = 1024 * 1024
/** That much more comes and goes with the garbage of a busy second. */
const NOISE_BYTES = 100 * MEGABYTE

/** What a fault finds: a service under load, and what it takes. The load is watched from here on. */
export async function lookBefore({ server, service }: Scene) {
  return {
    at: Date.now(),
    memory: await service.memory(),
    connections: await countConnections(server),
    watch: watchConnections(server),
  }
}
export type Before = Awaited<ReturnType<typeof lookBefore>>

/**
 * Waits until the process is ready, and until every kind of request of the load has succeeded once more.
 * @param returned when the fault ended (Date.now())
 */
export async function expectServing(t: Test, { service, client }: Scene, returned: number) {
  const ready = await within(
    READY_MS + SLACK_MS,
    async () => (await service.isReady()) || !service.isRunning(),
  )
  const readyAt = Date.now()
  if (!t.equal(service.ending(), '', 'the process runs')) return
  t.comment(`ready ${seconds(readyAt - returned)} after the fault had ended`)
  if (!t.ok(ready && readyAt - returned < READY_MS + SLACK_MS, `it is ready within ${seconds(READY_MS)}`))
    return
  const missing = () => {
    const good = client.outcomes.filter(({ sentAt, status }) => sentAt >= readyAt && status === 200)
    const again = new Set(good.map(({ kind }) => kind))
    return AGAIN.filter((kind) => !again.has(kind) && client.outcomes.some((one) => one.kind === kind))
  }
  await within(SETTLE_MS, async () => missing().length === 0 || !service.isRunning())
  t.same(missing(), [], 'requests that have not succeeded since it is ready')
}

const AGAIN = [
  ...['enforcement', 'score', 'list', 'health', 'readiness', 'export', 'surcharge'],
  ...['push json', 'push lines', 'push whole'],
]

/**
 * What must hold after every fault, beside that the process serves. Stops the load.
 * @param before what was so under load before the fault
 */
export async function expectWell(t: Test, scene: Scene, load: Load, before: Before) {
  await load.stop()
  const { outcomes } = scene.client
  for (const line of inLines(outcomes.filter(({ sentAt }) => sentAt >= before.at))) t.comment(line)
  await expectAnswers(t, scene)
  t.same(load.problems, [], 'answers that said too little')
  await t.test('every acknowledged push is in the database', (t) =>
    expectPushes(t, scene.server, load.journal),
  )
  await t.test('every run that was begun is completed', (t) => expectRuns(t, scene, load.runs))
  await t.test('every committed event is delivered', (t) => expectEvents(t, scene, load.surcharges))
  await expectFrugal(t, scene, before)
}

/** The process has no more connections than its pools hold and its listeners need, and takes little more memory. */
async function expectFrugal(t: Test, { server, service }: Scene, before: Before) {
  await before.watch.stop()
  await t.test('its connections are in their pools again, and never were too many', async (t) => {
    const { most } = before.watch
    t.comment(`connections ${JSON.stringify(before.connections)} before, ${JSON.stringify(most)} at the most`)
    t.same(beyondMost(most), [], 'connections during the fault and after it')
    const left = async () => [
      ...beyondMost(await countConnections(server)),
      ...(await openTransactions(server)),
    ]
    await within(SETTLE_MS, async () => (await left()).length === 0)
    t.same(await left(), [], 'connections beyond the pools, and transactions that were left open')
  })
  await t.test('it takes no more memory than half as much again', async (t) => {
    if (!t.equal(service.ending(), '', 'the process runs')) return
    const after = await service.memory()
    const most = Math.max(before.memory * 1.5, before.memory + NOISE_BYTES)
    t.comment(`memory ${megabytes(before.memory)} before, ${megabytes(after)} after`)
    t.ok(after <= most, `${megabytes(after)}, at the most ${megabytes(most)}`)
  })
}

const megabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`
