import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { inForm } from '../setup/form.ts'
import { expectAway } from './expect-answers.ts'
import { expectServing, expectWell, lookBefore } from './expectations.ts'
import { startLoad } from './load.ts'
import { openScene } from './scene.ts'

const ABSENCES_MS = inForm({ short: [1_000, 3_000], long: [1_000, 3_000, 15_000] })

t.test('a server that is stopped and started again brings down nothing', async (t) => {
  const scene = await openScene(t)
  const { server, client } = scene
  const load = await startLoad(scene)
  const before = await lookBefore(scene)

  for (const ms of ABSENCES_MS)
    await t.test(`away for ${ms / 1000} s, in the middle of everything`, async (t) => {
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
  await expectWell(t, scene, load, before)
})
