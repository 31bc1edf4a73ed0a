import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { inForm } from '../setup/form.ts'
import { inLines, type Outcome } from './client.ts'
import { expectServing, expectWell, lookBefore } from './expectations.ts'
import { startLoad } from './load.ts'
import { sure } from './polling.ts'
import { openScene } from './scene.ts'

const LASTS_MS = inForm({ short: 5_000, long: 60_000 })
const READS = ['enforcement', 'score', 'list', 'export', 'run', 'health']
const ALWAYS_READ = READS.filter((kind) => kind !== 'run') // there may be no run to look at
const SETTING = 'default_transaction_read_only'

t.test('a database that takes no writes is read from, and says so', async (t) => {
  const scene = await openScene(t)
  const { server, client } = scene
  const load = await startLoad(scene)
  const before = await lookBefore(scene)

  await server.set(SETTING, 'on')
  const isReadOnly = async () => (await server.query(`show ${SETTING}`))[0]?.[SETTING] === 'on'
  await sure('A database that is read-only', 120_000, isReadOnly)
  const from = Date.now()
  await delay(LASTS_MS)
  const answered = (kind: string) =>
    client.outcomes.some(
      (one) => one.kind === kind && one.sentAt >= from && one.sentAt + one.ms <= Date.now(),
    )
  await sure('An answer to each kind of read', 240_000, async () => ALWAYS_READ.every(answered))
  const to = Date.now()
  await server.set(SETTING, null)
  const returned = Date.now()
  await expectServing(t, scene, returned)

  const during = client.outcomes.filter(({ sentAt, ms }) => sentAt >= from && sentAt + ms <= to)
  const reads = during.filter(({ kind }) => READS.includes(kind))
  const readiness = during.filter(({ kind }) => kind === 'readiness')
  const writes = during.filter(({ kind }) => kind !== 'readiness' && !READS.includes(kind))
  await t.test('reads went on', async (t) => {
    const served = reads.filter(({ status }) => status === 200).map(({ kind }) => kind)
    t.same(
      ALWAYS_READ.filter((kind) => !served.includes(kind)),
      [],
      'reads that never succeeded',
    )
    t.same(inLines(reads.filter(saysReadOnly)), [], 'reads that were refused as changes are')
  })
  await t.test('changes were told to come back', async (t) => {
    t.ok(writes.some(saysReadOnly), 'they were told why')
    t.same(inLines(writes.filter(({ status }) => status !== 503)), [], 'changes that were answered otherwise')
  })
  await t.test('readiness said why', async (t) => {
    t.ok(readiness.some(saysReadOnly), 'it said that the database is read-only')
    t.same(inLines(readiness.filter(({ status }) => status !== 503)), [], 'answers other than 503')
  })
  await expectWell(t, scene, load, before)
})

const saysReadOnly = ({ status, body }: Outcome) => status === 503 && /read-only/i.test(body?.error)
