import { alternate, atMost, beside, scenario } from '../scenario.ts'
import { now, publishScores, receivers, subscribeAll, workerProcess } from '../webhooks-setup.ts'

const TITLE =
  'The time in which nine receivers get 1,000 events each with a tenth that accepts connections and never answers; the limit is the same with the tenth alive. In the first round it has just died, in the others its circuit is open.'

const EVENTS = 1_000

export default scenario(TITLE, async (rounds) => {
  const { app } = await workerProcess()
  const ten = await receivers(10)
  await subscribeAll(app, ten.origins, 20)

  /** From the commit of the events to the last of what the nine got. */
  const withTenth = (tenth: 'alive' | 'dead') => async () => {
    ten.reset()
    ten.letLastBe(tenth)
    await publishScores(app, EVENTS)
    const committed = now()
    return Math.max(...(await ten.until(EVENTS, 9))) - committed
  }
  await withTenth('alive')()
  const times = await alternate(rounds, withTenth('dead'), withTenth('alive'), 0)
  return [beside('nine receivers beside a dead one', 'ms', times, 'beside an alive one', atMost(1.1))]
})
