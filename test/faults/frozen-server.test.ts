import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { inForm } from '../setup/form.ts'
import { inLines, type Outcome } from './client.ts'
import { expectAway } from './expect-answers.ts'
import { expectServing, expectWell, lookBefore } from './expectations.ts'
import { startLoad } from './load.ts'
import { runLoops } from './loops.ts'
import { SLACK_MS } from './polling.ts'
import { createPusher, type Journal } from './pushes.ts'
import { LAST_MONTH, openScene, type Scene, THIS_MONTH } from './scene.ts'

const LASTS_MS = inForm({ short: 10_000, long: 20_000 })
/** A probe that has had no answer for three seconds makes new requests be refused at once. */
const NOTICED_MS = 3_000 + SLACK_MS / 2
const AT_ONCE_MS = 1_000
/** What must be answered whatever the database does, and in which time. */
const ALWAYS_MS: Record<string, number> = { enforcement: 2_000, health: 2_000, readiness: 5_000 }

t.test('a server that hangs, with its connections open, hangs nothing else', async (t) => {
  const scene = await openScene(t)
  const { server, client, service } = scene
  const load = await startLoad(scene)
  const before = await lookBefore(scene)

  await server.freeze()
  const frozen = Date.now()
  await delay(NOTICED_MS)
  client.expectAway(true)
  const noticed = Date.now()
  const newcomers = runLoops(service, requestsOfNewcomers(scene, load.journal))
  await delay(frozen + LASTS_MS - Date.now())
  client.expectAway(false)
  const thawing = Date.now()
  await server.thaw()
  await expectServing(t, scene, Date.now())
  await newcomers.stop()

  const during = client.outcomes.filter(({ sentAt }) => sentAt >= frozen && sentAt < thawing)
  await t.test('enforcement, health and readiness were answered all the time', async (t) => {
    const late = during.filter(({ kind, sentAt, ms }) => {
      const bound = ALWAYS_MS[kind]
      return bound !== undefined && sentAt + bound + SLACK_MS / 2 < thawing && sentAt + ms >= thawing
    })
    t.same(inLines(late), [], 'requests that had no answer before the server went on')
  })
  await t.test('whoever came once that was known was refused at once', async (t) => {
    await expectAway(t, client.outcomes, noticed, thawing)
    const late = during.filter(({ kind, sentAt }) => kind !== 'health' && sentAt >= noticed)
    t.comment(`${late.length} came then, and waited for ${medianMs(late)} ms, which is the median`)
    t.ok(medianMs(late) < AT_ONCE_MS, `the median is below ${AT_ONCE_MS} ms`)
  })
  await expectWell(t, scene, load, before)
})

/** The loops of the load may still wait for what they asked before: so somebody else asks too. */
function requestsOfNewcomers({ client }: Scene, journal: Journal) {
  const push = createPusher(client, journal, THIS_MONTH, 'late-')
  const get = (kind: string, path: string) => client.ask(kind, 'GET', path)
  return [
    () => get('enforcement', '/api/sos/sellers/S-1/enforcement'),
    () => get('score', '/api/sos/sellers/S-1/score'),
    () => get('list', `/api/sos/monthly?period=${LAST_MONTH}`),
    () => push('json'),
    () => push('lines'),
    () => push('whole'),
  ].map((turn) => ({ pauseMs: 200, turn }))
}

const medianMs = (outcomes: Outcome[]) =>
  outcomes.map(({ ms }) => ms).toSorted((one, other) => one - other)[Math.floor(outcomes.length / 2)] ??
  Infinity
