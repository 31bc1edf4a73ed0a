/** One scenario, in a process of its own: its file, its name and the number of rounds are the arguments. */
import { end } from './at-end.ts'
import type { Scenario } from './scenario.ts'

const [, , file, name = '', rounds] = process.argv
const { default: scenarios, titles } = (await import(`./scenarios/${file}`)) as {
  default: Record<string, Scenario>
  titles: Record<string, string>
}
try {
  const figures = await scenarios[name]?.(Number(rounds))
  process.send?.({ title: titles[name], figures })
} finally {
  await end()
}
process.disconnect?.()
