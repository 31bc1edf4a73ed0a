import { setTimeout as pause } from 'node:timers/promises'
import { bareJobs, barePosts } from '../bare/deliveries.ts'
import { alone, alternate, atLeast, beside, scenario, timed } from '../scenario.ts'
import { publishScores, receivers, subscribeAll, untilDelivered, workerProcess } from '../webhooks-setup.ts'

const TITLE =
  'Deliveries of 10,000 events to one local receiver by one worker process, from the commit of the events to the last result stored: fan-out, fetch, sign, send, log. The limit is the lower of two bare loops: undici posting the same signed bodies, 64 at a time, and pg-boss sending, fetching and completing as many jobs, 250 at a time.'

const COUNT = 10_000
const CONCURRENCY = 64

export default scenario(TITLE, async (rounds) => {
  const { app, DATABASE_URL } = await workerProcess()
  const receiver = await receivers(1)
  const [origin = ''] = receiver.origins
  const secret = await subscribeAll(app, [origin], CONCURRENCY)
  const [post, work] = [barePosts(origin, secret, CONCURRENCY), await bareJobs(DATABASE_URL)]

  async function deliver() {
    await app.db.rows('truncate events, webhook_deliveries, webhook_attempts')
    await pause(500) // for what the worker may still store of the round before
    receiver.reset()
    await publishScores(app, COUNT)
    const ms = await timed(async () => {
      await receiver.until(COUNT) // asking the database all the time would slow it
      await untilDelivered(app, COUNT)
    })
    return (COUNT / ms) * 1000
  }
  const bare = { posts: [] as number[], jobs: [] as number[] }
  async function lower() {
    const [posts, jobs] = [await post(COUNT), await work(COUNT)]
    bare.posts.push(posts)
    bare.jobs.push(jobs)
    return Math.min(posts, jobs)
  }
  const values = await alternate(rounds, deliver, lower)
  const unit = 'deliveries/s'
  const lowerOf = 'the lower of bare undici and bare pg-boss'
  return [
    beside('event to stored result', unit, values, lowerOf, atLeast(500, 'ours')),
    alone('bare undici', unit, bare.posts.slice(-rounds)),
    alone('bare pg-boss', unit, bare.jobs.slice(-rounds)),
  ]
})
