import type { Handler } from '../../src/platform/http/handler.ts'
import { badRequest } from '../../src/platform/http/problems.ts'
import { defineTask } from '../../src/platform/threads/task.ts'
import { askerOf } from '../../src/platform/threads/threads.ts'
import type { ScoringRules } from '../../src/scoring/rules.ts'
import type { pathSchema } from './path-schemas.ts'
import { dataOf, type ReadWorld } from './worlds.ts'

type Task = typeof import('./tasks/path-task.ts').default

const pathTask = defineTask<Task>('path', new URL('./tasks/path-task.ts', import.meta.url))

/** Finds the cheapest path to a tier, in a thread. */
export const findPath =
  (readWorld: ReadWorld): Handler<typeof pathSchema> =>
  async (request, reply) => {
    const { period, basis, ...ask } = request.body ?? {}
    const asked = await readWorld(request, reply, { period, basis })
    if (ask.target !== undefined) requireRated(asked.rules, ask.target)
    const input = { data: dataOf(asked), ask }
    const path = await request.server.threads.run(pathTask, input, askerOf(request, reply))
    return { ...asked, ...path }
  }

/** @throws 400 unless the rules have a rated tier of the name */
function requireRated({ tiers }: ScoringRules, target: string) {
  const rated = tiers.flatMap(({ name, min_score }) => (min_score === null ? [] : [name]))
  if (!rated.includes(target))
    throw badRequest(
      'invalid_field',
      `target must be one of the rated tiers ${rated.join(', ')}, not ${target}.`,
    )
}
