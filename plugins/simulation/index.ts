import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { plainly } from '../../src/domain/words/plainly.ts'
import { clientDisconnected } from '../../src/platform/http/connections/client-disconnected.ts'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/route.ts'
import type { ScoringRules } from '../../src/scoring/rules.ts'
import type { PathAnswer, PathAsk } from '../../src/scoring/simulation/cheapest-path/path-answer.ts'
import type { PathStep } from '../../src/scoring/simulation/cheapest-path/path-steps.ts'
import { atPace } from '../../src/scoring/simulation/levers/pace.ts'
import { RefusedChange } from '../../src/scoring/simulation/what-if/added-facts.ts'
import { whatIf } from '../../src/scoring/simulation/what-if/what-if.ts'
import { blockOf } from './block.ts'
import { pathRoute } from './path-schemas.ts'
import { sensitivityRoute, whatIfRoute } from './schemas.ts'
import { type AskedWorld, dataOf, type ReadWorld, worldReader } from './worlds.ts'

/** What a score would be if, and what it takes to reach a tier. Nothing here is written. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  const readWorld = worldReader(app)
  app.route({ ...whatIfRoute, handler: askWhatIf(readWorld) })
  app.route({ ...sensitivityRoute, handler: getSensitivity(readWorld) })
  app.route({ ...pathRoute, handler: findPath(readWorld) })
}

export default fp(plugin, {
  name: 'simulation',
  encapsulate: true,
  dependencies: ['database', 'access', 'scope', 'big-reads', 'threads'],
})

/** Scores a seller's month with something changed, in this thread: it takes no longer than to score the seller. */
const askWhatIf =
  (readWorld: ReadWorld): Handler<typeof whatIfRoute> =>
  async (request, reply) => {
    const { period, basis = 'as_is', metrics = {}, facts = {} } = request.body ?? {}
    const { world, end, ...asked } = await readWorld(request, reply, { period, basis })
    const start = end ? atPace(world, end).world : world
    try {
      return { ...asked, ...whatIf(start, { metrics, facts }) }
    } catch (error) {
      throw error instanceof RefusedChange ? badRequest(error.code, error.message) : error
    }
  }

type SensitivityTask = typeof import('./tasks/sensitivity-task.ts').default
const sensitivityTask = new URL('./tasks/sensitivity-task.ts', import.meta.url)

/** Says what each lever can do by itself, in a thread. */
const getSensitivity =
  (readWorld: ReadWorld): Handler<typeof sensitivityRoute> =>
  async (request, reply) => {
    const asked = await readWorld(request, reply, request.query)
    const { threads } = request.server
    const found = await threads.run<SensitivityTask>(
      sensitivityTask,
      dataOf(asked),
      clientDisconnected(reply),
    )
    return { ...asked, ...found }
  }

type PathTask = typeof import('./tasks/path-task.ts').default
const pathTask = new URL('./tasks/path-task.ts', import.meta.url)

/** Finds the cheapest path to a tier, in a thread. */
const findPath =
  (readWorld: ReadWorld): Handler<typeof pathRoute> =>
  async (request, reply) => {
    const { period, basis, ...ask } = request.body ?? {}
    const asked = await readWorld(request, reply, { period, basis })
    if (ask.target !== undefined) requireRated(asked.rules, ask.target)
    const block = await blockOf(request.server, asked)
    const input = {
      data: dataOf(asked),
      ask,
      paid: block?.cause === 'payment_block' ? paidFirst(asked, ask) : null,
    }
    const { points, ...path } = await request.server.threads.run<PathTask>(
      pathTask,
      input,
      clientDisconnected(reply),
    )
    return {
      ...asked,
      block: block && { ...block, points, facts: input.paid },
      ...told(path, request.server.env.CURRENCY),
    }
  }

/** What is paid before all steps to lift a block, unless the path is asked for without that; null for nothing. */
function paidFirst({ overdue }: AskedWorld, { locked = [], limits = {} }: PathAsk) {
  const isAsked = !locked.includes('less_overdue') && limits.less_overdue === undefined
  return overdue && overdue.invoices > 0 && isAsked ? overdue.facts : null
}

/** A path with its sentences for people. */
function told(path: PathAnswer, currency: string | undefined): PathAnswer {
  const toldSteps = (steps: PathStep[]) =>
    steps.map((step) => ({ ...step, sentence: plainly(step.sentence, currency) }))
  if (path.reachable) return { ...path, steps: toldSteps(path.steps) }
  const { best, reason } = path
  return {
    ...path,
    best: { ...best, steps: toldSteps(best.steps) },
    reason: { ...reason, sentence: plainly(reason.sentence, currency) },
  }
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
