import { SMALL } from '../datasets.ts'
import { fullCalculation } from '../full-calculation.ts'
import { alternate, atMost, beside, scenario } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { processorTimeOf, serviceOn, workerOn } from '../service.ts'

const TITLE =
  'A run of 10,000 sellers and 2,000,000 orders shared by two worker processes, beside one worker on a database of its own: how long it takes, and the processor time that the workers’ JavaScript takes. Two do nothing twice.'

export default scenario(TITLE, async (rounds) => {
  const two = await workersOn(2)
  const one = await workersOn(1)
  const time = await alternate(rounds, two.calculate, one.calculate)
  const processor = await alternate(rounds, two.processorTime, one.processorTime, 0)
  return [
    beside('two workers', 'ms', time, 'one worker', atMost(1)),
    beside('processor time of two workers', 'ms', processor, 'of one', atMost(1.15)),
  ]
})

/** A server without jobs and some workers, on a copy of the dataset. */
async function workersOn(count: number) {
  const databaseUrl = await databaseOf('small')
  const server = await serviceOn(databaseUrl, { WORKER: 'off' })
  const workers = Array.from({ length: count }, () => workerOn(databaseUrl))
  const spent = async () => {
    let sum = 0
    for (const { pid } of workers) sum += await processorTimeOf(pid)
    return sum
  }
  const calculate = await fullCalculation(server, databaseUrl, SMALL.sellers)
  const processorTime = async () => {
    const before = await spent()
    await calculate()
    return (await spent()) - before
  }
  return { calculate, processorTime }
}
