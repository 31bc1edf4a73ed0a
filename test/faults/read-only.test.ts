import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { inLines } from './client.ts'
import { expectServing, expectWell, lookBefore } from './expectations.ts'
import { inForm } from './form.ts'
import { startLoad } from './load.ts'
import { sure } from './polling.ts'
import { openScene } from './scene.ts'

const LASTS_MS = inForm({ short: 5_000, long: 60_000 })
const READS = ['enforcement', 'score', 'list', 'export', 'run', 'health']
const SETTING = 'default_transaction_read_only'

t.test('a database that takes no writes is read from, and says so', async (t) => {
  const scene = await openScene(t)
  const { server, client } = scene
  const load = await startLoad(scene)
  const before = await lookBefore(scene)

  await server.set(SETTING, 'on')
  const isReadOnly = async () => (await server.query(`show ${SETTING}`))[0]?.[SETTING] === 'on'
  await sure('A database that is read-only', 10_000, isReadOnly)
  const from = Date.now()
  await delay(LASTS_MS)
  const to = Date.now()
  await server.set(SETTING, null)
  const returned = Date.now()
  await expectServing(t, scene, returned)

  const during = client.outcomes.filter(({ sentAt, ms }) => sentAt >= from && sentAt + ms <= to)
  const [reads, others] = [true, false].map((is) => during.filter(({ kind }) => READS.includes(kind) === is))
  await t.test('reads went on', async (t) => {
    t.same(new Set(reads?.map(({ kind }) => kind)), new Set(READS), 'all of them were tried')
    t.same(inLines((reads ?? []).filter(({ status }) => status !== 200)), [], 'reads that failed')
  })
  await t.test('writes were told to come back', async (t) => {
    const writes = others?.filter(({ kind }) => kind !== 'readiness') ?? []
    t.ok(writes.length > 0)
    t.same(inLines(writes.filter(({ status }) => status !== 503)), [], 'writes that were answered otherwise')
  })
  await t.test('readiness said why', async (t) => {
    const asked = others?.filter(({ kind }) => kind === 'readiness') ?? []
    t.ok(asked.length > 0)
    const silent = asked.filter(({ status, body }) => status !== 503 || !/read-only/i.test(body?.error))
    t.same(inLines(silent), [], 'answers without the reason')
  })
  await expectWell(t, scene, load, before)
})
