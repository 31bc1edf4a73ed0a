import { type Static, type TInteger, type TOptional, Type } from '@sinclair/typebox'
import { SCORE } from '../../src/domain/sellers/seller-name.ts'
import { PATH_REASON_WORDS } from '../../src/domain/words/levers.ts'
import { plainly } from '../../src/domain/words/plainly.ts'
import { clientDisconnected } from '../../src/platform/http/connections/client-disconnected.ts'
import { invalidField } from '../../src/platform/http/errors/problems.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Closed, count, Nullable, OneOf } from '../../src/platform/schemas/schemas.ts'
import { NO_THREAD } from '../../src/platform/threads/threads.ts'
import type { ScoringRules } from '../../src/scoring/rules.ts'
import {
  PATH_REASONS,
  type PathAnswer,
  type PathAsk,
  type PathStep,
} from '../../src/scoring/simulation/cheapest-path/cheapest-path.ts'
import { LEVER_NAMES, type LeverName } from '../../src/scoring/simulation/levers/levers.ts'
import { blockOf } from './block.ts'
import { addedFacts, asked, LEVERS_SAID, Lever, Metric, Standing, simulated, TierName } from './schemas.ts'
import { type AskedWorld, readWorld } from './worlds.ts'

const MOST_EFFORT = 100
const MOST_STEPS = 1_000_000_000

const byLever = (minimum: number, maximum: number, description: string, example: number) =>
  Type.Object(
    Object.fromEntries(
      LEVER_NAMES.map((name) => [
        name,
        Type.Optional(Type.Integer({ minimum, maximum, description, examples: [example] })),
      ]),
    ) as Record<LeverName, TOptional<TInteger>>,
    { additionalProperties: false, description, examples: [{ more_on_time: example }] },
  )

const PathBody = Closed({
  ...asked(
    'as_is: on what has happened, the default for months that are over. pace: on the month’s end at the pace so far, with what can still be done; for the running month alone, where it is the default',
  ),
  target: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Name of a rated tier. Default: the next one up, and for the highest itself',
      examples: ['Gold'],
    }),
  ),
  locked: Type.Optional(
    Type.Array(Lever(), {
      maxItems: 100,
      description: 'Levers that stay as they are',
      examples: [['less_cover']],
    }),
  ),
  efforts: Type.Optional(byLever(1, MOST_EFFORT, 'What a step of the lever costs, 1 to 100. Default: 1', 5)),
  limits: Type.Optional(byLever(0, MOST_STEPS, 'The most steps of the lever', 3)),
})

const Step = Type.Object({
  lever: Lever(),
  steps: Type.Integer({ examples: [4] }),
  effort: Type.Integer({ description: 'What a step costs', examples: [1] }),
  metric: Metric(),
  value_before: Type.Number({ description: 'Of the metric, to 6 decimals', examples: [92.727273] }),
  value_after: Type.Number({ description: 'After these steps, to 6 decimals', examples: [96.363636] }),
  points: Type.Number({
    description:
      'What these steps alone change of the total before it is rounded, two decimals. Together the steps may bring a little more or less: rounding, floors of tiers and exceptions act on all of them',
    examples: [1.8],
  }),
  facts: Type.Object(addedFacts, {
    description: 'What the steps add to the facts, as a what-if takes it',
    examples: [{ ready_on_time: '4' }],
  }),
  sentence: Type.String({ examples: ['Have 4 more of 110 orders ready on time: from 102 to 106.'] }),
})

const Block = Type.Object(
  {
    cause: OneOf(['payment_block', 'status'], {
      description: 'payment_block: surcharges block the orders; status: only that the seller is not active',
      examples: ['payment_block'],
    }),
    reason: Type.String({
      description: 'Of the newest payment block with its month, else the status of the seller',
      examples: [
        'In October 2026: Invoices were paid more than 60 days beyond their terms: Days beyond terms was 76.06 days, and the limit is 60 days.',
      ],
    }),
    sentence: Type.String({
      description: 'What lifts it',
      examples: ['Nothing is overdue now: finance can waive the payment block.'],
    }),
    overdue_invoices: count('How many are past their due date and not settled', 3),
    overdue_amount: Type.Number({ description: 'What is owed of them', examples: [2536.06] }),
    points: Nullable(Type.Number(), {
      description:
        'What paying that today changes of the total, two decimals: `steps` begin where it leads. null where it is no part of the path: nothing is overdue, it would not lift the block, the month is over, or less_overdue is locked or limited',
      examples: [5.26],
    }),
    facts: Nullable(Type.Object(addedFacts), {
      description: 'What that adds to the facts, as a what-if takes it; null as `points` is',
      examples: [{ unpaid_amount: '-2536.06', amount_days_late: '-7608.18' }],
    }),
  },
  { description: 'Orders are blocked now, whatever month is asked about: this comes before all steps' },
)
export type Block = Static<typeof Block>

const Alone = Type.Object({
  lever: Lever(),
  steps: Nullable(Type.Integer(), {
    description: 'The fewest steps that reach the target by it alone; null when it can’t',
    examples: [null],
  }),
})

const REASONS_SAID = Object.entries(PATH_REASON_WORDS)
  .map(([code, { sentence }]) => `${code}: ${sentence}`)
  .join(' ')

type PathTask = typeof import('./tasks/path-task.ts').default
const pathTask = new URL('./tasks/path-task.ts', import.meta.url)

/** Finds the cheapest path to a tier, in a thread. */
export const findPath = endpoint('POST', `${SCORE}/path`, 'seller-scores.read', {
  config: { idempotencyKey: false },
  operationId: 'findCheapestPath',
  summary: 'The least that it takes to reach a tier',
  description: `Changes nothing, and takes no Idempotency-Key. Answers the steps whose sum of effort × steps is the least with which the engine itself ranks the seller at the target or above. ${LEVERS_SAID} Each moves the numerator of its metric, all else equal. With \`exact\` false another path may cost less: some lever had so many steps that it went in groups, exceptions act on both moved components and such without data, or an appeal decided a raw after the total. When nothing reaches the target, \`best\` is the best that can be reached, and \`reason\` says what stands in the way.`,
  body: Nullable(PathBody, { description: 'May be left out: everything has a default' }),
  ...simulated(
    'What the path starts from',
    {
      block: Nullable(Block, {
        description: 'Why orders are blocked now, and what lifts that; null where nothing blocks them',
      }),
      target: TierName(),
      reachable: Type.Boolean({ examples: [true] }),
      cost: Type.Optional(
        Type.Integer({ description: 'Σ effort × steps, where it is reachable', examples: [15] }),
      ),
      exact: Type.Optional(
        Type.Boolean({
          description: 'Whether it is sure that no path costs less, where it is reachable',
          examples: [true],
        }),
      ),
      before: { ...Standing, description: 'Before anything is paid and all steps' },
      after: Type.Optional({ ...Standing, description: 'After all steps, where it is reachable' }),
      steps: Type.Optional(
        Type.Array(Step, { description: 'Where it is reachable; what brings most points comes first' }),
      ),
      best: Type.Optional(
        Type.Object(
          { ...Standing.properties, steps: Type.Array(Step) },
          { description: 'The best that can be reached, where that is not the target' },
        ),
      ),
      reason: Type.Optional(
        Type.Object(
          {
            code: OneOf([...PATH_REASONS], { description: REASONS_SAID, examples: ['too_far'] }),
            sentence: Type.String({
              examples: ['The total can reach 88.2 at best, and Platinum asks 90.'],
            }),
          },
          { description: 'What stands in the way, where it is not reachable' },
        ),
      ),
      alone: Type.Array(Alone),
    },
    NO_THREAD,
  ),
})(async (request, reply) => {
  const { period, basis, ...ask } = request.body ?? {}
  const asked = await readWorld(request, reply, { period, basis })
  if (ask.target !== undefined) requireRated(asked.data.rules, ask.target)
  const block = await blockOf(request.server, asked)
  const paid = block?.cause === 'payment_block' ? paidFirst(asked, ask) : null
  const input = { data: asked.data, ask, paid }
  const gone = clientDisconnected(reply)
  const { points, ...path } = await request.server.threads.run<PathTask>(pathTask, input, gone)
  return {
    ...asked,
    block: block && { ...block, points, facts: paid },
    ...told(path, request.server.env.CURRENCY),
  }
})

/** What is paid before all steps to lift a block, unless the path is asked for without that; null for nothing. */
function paidFirst({ overdue }: AskedWorld, { locked = [], limits = {} }: PathAsk) {
  const isAsked = !locked.includes('less_overdue') && limits.less_overdue === undefined
  return overdue && overdue.invoices > 0 && isAsked ? overdue.facts : null
}

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
    throw invalidField(`target must be one of the rated tiers ${rated.join(', ')}, not ${target}.`)
}
