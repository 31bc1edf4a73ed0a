import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { type Random, randomFor } from '../../prisma/seed/random.ts'
import { inForm } from '../setup/form.ts'
import { expectEvents, expectPushes, expectRuns } from './expect-kept.ts'
import { expectOnce } from './expect-once.ts'
import { CALCULATED, openKillScene } from './kill-scene.ts'
import { createWork, oddAnswers } from './kill-work.ts'
import { runLoops } from './loops.ts'
import { seconds, within } from './polling.ts'
import { digestOf, spoilScores } from './scene.ts'

/** So many kills; FAULTS_ROUNDS asks for others. */
const ROUNDS = Number(process.env.FAULTS_ROUNDS ?? inForm({ short: 4, long: 40 }))
/** FAULTS_SEED repeats the choices of an earlier time, which printed it. */
const SEED = process.env.FAULTS_SEED ?? String(Date.now())
/** A round ends after so many answers and then so many milliseconds at the most: a pace that any machine keeps. */
const MOST_ANSWERS = 40
const MOST_MS = 60
const ROUND_MS = 20_000
/** Every so many rounds all runs that were cut off come to their end before the next kill. */
const SETTLES_EVERY = 10
/** And every so many what was pushed is deleted once it is found to be there, so that a thousand rounds find room. */
const FORGETS_EVERY = 100
const PATIENCE_MS = 300_000 + ROUNDS * 60_000
const MEANT = `m.period = '${CALCULATED}'`

t.test(`of ${ROUNDS} kills of the only process none loses anything`, { timeout: PATIENCE_MS }, async (t) => {
  t.comment(`FAULTS_SEED=${SEED}`)
  const scene = await openKillScene(t)
  const { server, client } = scene
  const expected = await digestOf(scene, MEANT)
  const work = createWork(scene, randomFor('work', SEED))
  let service = scene.service

  for (let round = 1; round <= ROUNDS; round++) {
    const random = randomFor('round', SEED, round)
    const pushedBefore = new Set(work.journal.keys())
    const isSettling = round % SETTLES_EVERY === 0 || round === ROUNDS
    await t.test(`round ${round}`, async (t) => {
      await killInTheMiddle(random, round % 2 === 1)
      const diedAt = Date.now()
      service = await scene.start()
      t.comment(`ready again after ${seconds(Date.now() - diedAt)}`)
      const pushes = new Map([...work.journal].filter(([name]) => !pushedBefore.has(name)))
      if ([...pushes.values()].some(({ acknowledged }) => acknowledged)) await expectPushes(t, server, pushes)
      await work.askAgain()
      if (isSettling) {
        await work.calculate() // it joins a run that began without an answer
        await expectRuns(t, { ...scene, service }, work.runs)
        t.equal(await digestOf(scene, MEANT), expected, 'the scores are those of an undisturbed run')
        await spoilScores(scene, MEANT)
        await work.calculate()
        if (round % FORGETS_EVERY === 0 && round < ROUNDS) {
          await expectPushes(t, server, work.journal)
          await work.forgetPushes()
        }
      }
    })
  }

  await t.test('after the last round', async (t) => {
    const last = { ...scene, service }
    await expectRuns(t, last, work.runs)
    t.equal(await digestOf(scene, MEANT), expected, 'the scores are those of an undisturbed run')
    await expectPushes(t, server, work.journal)
    await expectOnce(t, scene, work)
    await expectEvents(
      t,
      last,
      work.surcharges.map(({ id }) => id as number),
    )
    t.same(oddAnswers(client.outcomes), [], 'answers other than success')
  })

  async function killInTheMiddle(random: Random, withRun: boolean) {
    const loops = runLoops(service, work.loops(withRun))
    const answers = client.outcomes.length + random.whole(0, MOST_ANSWERS)
    await within(ROUND_MS, async () => client.outcomes.length >= answers, 5)
    await delay(random.between(0, MOST_MS))
    service.child.kill('SIGKILL')
    await service.ended
    await loops.stop()
    t.same(loops.problems, [], 'answers that said too little')
  }
})
