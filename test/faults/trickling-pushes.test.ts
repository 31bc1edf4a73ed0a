import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { inForm, isLong } from '../setup/form.ts'
import { inLines } from './client.ts'
import { openTransactions } from './connections.ts'
import { expectAnswers, expectSteady } from './expect-answers.ts'
import { expectPushes } from './expect-kept.ts'
import { expectFrugal, expectServing, lookBefore } from './expectations.ts'
import { runLoops } from './loops.ts'
import { seconds, within } from './polling.ts'
import { asLines, createPusher, type Journal, ordersOf } from './pushes.ts'
import { openScene, type Scene, THIS_MONTH } from './scene.ts'
import { SLACK_MS } from './slack.ts'
import { tricklingPush } from './trickle.ts'

const SENDERS = 24
const LINES = 2_500
/** So many of them end their push as they should; the others go on until they are ended, or go away. */
const ENDING = 4
const LASTS_MS = inForm({ short: 8_000, long: 25_000 })
/** Who brings less than 1 kB in that time is ended; the time in which a push began had more. */
const PATIENCE_MS = 240_000

t.test('senders that let a byte come now and then hold up nobody else', async (t) => {
  const scene = await openScene(t)
  const { server, client, service } = scene
  const journal: Journal = new Map()
  const before = await lookBefore(scene)
  const loops = runLoops(service, requestsBeside(scene, journal))

  const began = Date.now()
  const pushes = Array.from({ length: SENDERS }, (_, n) => {
    const orders = ordersOf(`trickle-${n}`, LINES, `S-${n + 1}`, THIS_MONTH)
    return tricklingPush(service.url, asLines(orders))
  })
  t.teardown(() => {
    for (const push of pushes) push.leave()
  })
  const waiting = await waitingTransactions(server, began + LASTS_MS)
  t.same(waiting, [], 'transactions that were open while their sender was waited for')

  await t.test('those that end as they should are stored whole', async (t) => {
    const answers = await Promise.all(pushes.slice(0, ENDING).map((push) => push.end()))
    for (const [n, { status }] of answers.entries())
      journal.set(`trickle-${n}`, { form: 'whole', records: LINES, acknowledged: status === 200 })
    t.match(
      answers,
      answers.map(() => ({ status: 200, body: { received: LINES, created: LINES, rejected: 0 } })),
    )
    await expectPushes(t, server, journal)
  })
  const onlyLong = { skip: !isLong && 'it takes a minute: in the long form' }
  await t.test('those that go on so are ended with 408', onlyLong, async (t) => {
    const ended = Promise.all(pushes.slice(ENDING).map(({ answer }) => answer))
    const limit = began + 2 * PATIENCE_MS + SLACK_MS - Date.now()
    const answers = await Promise.race([ended, delay(limit, [], { ref: false })])
    t.comment(`${answers.length} were ended ${seconds(Date.now() - began)} after they had begun`)
    t.equal(answers.filter(({ status }) => status === 408).length, SENDERS - ENDING)
  })
  const over = Date.now()
  for (const push of pushes.slice(ENDING)) push.leave()
  await expectServing(t, scene, over)
  await loops.stop()
  await t.test('all others were served meanwhile', async (t) => {
    for (const line of inLines(client.outcomes)) t.comment(line)
    expectSteady(t, client.outcomes, ['enforcement', 'readiness', 'health', 'login'], began, over)
    t.same(loops.problems, [])
  })
  await t.test('of pushes that did not end nothing is stored', async (t) => {
    const stored = () =>
      server.query(
        `select split_part(order_code, '/', 1) as push, count(*)::int from orders
         where order_code like 'trickle-%' and split_part(split_part(order_code, '/', 1), '-', 2)::int >= $1
         group by 1`,
        [ENDING],
      )
    await within(SLACK_MS, async () => (await stored()).length === 0)
    t.same(await stored(), [])
  })
  await expectAnswers(t, scene)
  await expectFrugal(t, scene, before)
})

function requestsBeside({ client }: Scene, journal: Journal) {
  const push = createPusher(client, journal, THIS_MONTH)
  const get = (kind: string, path: string) => client.ask(kind, 'GET', path)
  const enforcement = (n: number) => get('enforcement', `/api/sos/sellers/S-${1 + (n % 100)}/enforcement`)
  const account = { username: 'board', password: 'any' }
  return [
    { pauseMs: 50, turn: enforcement },
    { pauseMs: 100, turn: () => get('readiness', '/api/health/ready') },
    { pauseMs: 100, turn: () => get('health', '/api/health') },
    { pauseMs: 200, turn: () => client.ask('login', 'POST', '/api/auth/login', { body: account }) },
    { pauseMs: 500, turn: () => push('json') },
    { pauseMs: 500, turn: () => push('whole') },
  ]
}

/** The transactions that were seen, until a time, to wait for what comes next. */
async function waitingTransactions(server: Scene['server'], until: number) {
  const seen = new Set<string>()
  while (Date.now() < until) {
    for (const one of await openTransactions(server)) seen.add(one)
    await delay(500)
  }
  return [...seen]
}
