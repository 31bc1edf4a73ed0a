import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { inForm } from '../setup/form.ts'
import { expectAway } from './expect-answers.ts'
import { expectServing, expectWell, lookBefore } from './expectations.ts'
import { startLoad } from './load.ts'
import { openScene } from './scene.ts'

const ABSENCES_MS = inForm({ short: [1_000, 3_000], long: [1_000, 3_000, 15_000] })
const ENDING_MS = inForm({ short: 5_000, long: 20_000 })
const PAUSE_MS = 100

t.test('connections that are lost, in the middle of everything, bring down nothing', async (t) => {
  const scene = await openScene(t)
  const { server, client, service } = scene
  const load = await startLoad(scene)
  const before = await lookBefore(scene)

  for (const ms of ABSENCES_MS)
    await t.test(`the server is stopped, and started again after ${ms / 1000} s`, async (t) => {
      await server.stop()
      const gone = Date.now()
      client.expectAway(true)
      await delay(ms)
      client.expectAway(false)
      const back = Date.now()
      await server.start()
      await expectServing(t, scene, Date.now())
      await expectAway(t, client.outcomes, gone, back)
    })
  await t.test(`for ${ENDING_MS / 1000} s some are ended at random`, async (t) => {
    const end = Date.now() + ENDING_MS
    let ended = 0
    while (Date.now() < end && service.isRunning()) {
      ended += (await server.terminateOne()).length
      await delay(PAUSE_MS)
    }
    t.comment(`${ended} connections were ended`)
    t.ok(ended > 0)
    await expectServing(t, scene, Date.now())
  })
  await expectWell(t, scene, load, before)
})
