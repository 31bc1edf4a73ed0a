import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { inForm } from '../setup/form.ts'
import { expectServing, expectWell, lookBefore } from './expectations.ts'
import { startLoad } from './load.ts'
import { openScene } from './scene.ts'

const LASTS_MS = inForm({ short: 5_000, long: 20_000 })
const PAUSE_MS = 100

t.test('connections that are ended at random, in the middle of everything, bring down nothing', async (t) => {
  const scene = await openScene(t)
  const load = await startLoad(scene)
  const before = await lookBefore(scene)
  const end = Date.now() + LASTS_MS
  let ended = 0
  while (Date.now() < end && scene.service.isRunning()) {
    ended += (await scene.server.terminateOne()).length
    await delay(PAUSE_MS)
  }
  t.comment(`${ended} connections were ended in ${LASTS_MS / 1000} s`)
  t.ok(ended > 0)
  await expectServing(t, scene, Date.now())
  await expectWell(t, scene, load, before)
})
