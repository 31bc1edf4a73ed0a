/** One scenario, in the process that its first argument names it for; the second is the number of rounds. */
import { end } from './at-end.ts'
import type { Scenario } from './scenario.ts'

const [, , name, rounds] = process.argv
const { default: scenario } = (await import(`./scenarios/${name}.ts`)) as { default: Scenario }
try {
  const figures = await scenario.run(Number(rounds))
  process.send?.({ title: scenario.title, figures })
} finally {
  await end()
}
process.disconnect?.()
