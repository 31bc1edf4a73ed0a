import fc from 'fast-check'
import { COMPONENTS, FEED_OF, RULE_TYPE_OF } from '../../../src/scoring/components.ts'
import { type PreparedRules, prepareRules } from '../../../src/scoring/prepare-rules.ts'
import type { AppealDecision } from '../../../src/scoring/revise-score.ts'
import { type FeedsInUse, SCORED_FEEDS, type ScoredFeed } from '../../../src/scoring/scored-feeds.ts'
import type { World } from '../../../src/scoring/simulation/world.ts'
import { anInput, defaultRuleSet } from '../a-seller.ts'
import { anyAggregates, anyExceptions, from } from '../any-input.ts'

const score = fc.integer({ min: 0, max: 1000 }).map((n) => n / 10)

const adjustment = fc.oneof(
  fc.record({ op: fc.constant('exclude') }),
  fc.record({ op: fc.constantFrom('set', 'floor', 'cap'), value: score }),
  fc.record({ op: fc.constant('add'), value: from(-300, 300).map((n) => n / 10) }),
  fc.record({ op: fc.constant('multiply'), value: from(0, 300).map((n) => n / 100) }),
)

const exceptions = anyExceptions(adjustment, 3)

const decisions: fc.Arbitrary<AppealDecision[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<AppealDecision[]>([]) },
  {
    weight: 1,
    arbitrary: fc.array(
      fc.oneof(
        fc.record({ component: fc.constantFrom(...COMPONENTS), raw_after: score }),
        fc.record({ component: fc.constantFrom(...COMPONENTS), total_after: score }),
        fc.record({ component: fc.constantFrom(...COMPONENTS), raw_after: score, total_after: score }),
      ),
      { minLength: 1, maxLength: 2 },
    ),
  },
)

/** Curves that rise and fall as they like, in place of some of the default ones. */
const curves = fc.array(
  fc.record({
    component: fc.constantFrom(...COMPONENTS),
    metric: from(0, 3),
    points: fc.uniqueArray(fc.tuple(from(0, 100), from(0, 100)), {
      selector: ([x]) => x,
      minLength: 2,
      maxLength: 5,
    }),
  }),
  { maxLength: 3 },
)

/** Those whose use turns a component on, three of them at least; and any others. */
const TURNING: readonly ScoredFeed[] = Object.values(FEED_OF)
const OTHERS = SCORED_FEEDS.filter((feed) => !TURNING.includes(feed))

const feeds = fc
  .tuple(fc.subarray([...TURNING], { minLength: 3 }), fc.subarray(OTHERS))
  .map(([turning, others]) => [...turning, ...others])
  .map((used) => Object.fromEntries(SCORED_FEEDS.map((feed) => [feed, used.includes(feed)])) as FeedsInUse)

/** Two tiers above `Low`: totals, the lower one first, and what each asks of every component. */
export type TwoTiers = { scores: [number, number]; floors: [number, number] }

/** The default rules and one for returns with these tiers, counting every fact, and with these curves. */
export function rulesWith({ scores, floors }: TwoTiers, curves: OtherCurve[]): PreparedRules {
  const rules = defaultRuleSet()
  const [lowest, unrated] = [
    rules.tiers.find(({ min_score }) => min_score === 0),
    rules.tiers.find(({ min_score }) => min_score === null),
  ]
  if (!lowest || !unrated) throw new Error('the default tiers lack one')
  rules.tiers = [
    { ...lowest, id: 901, name: 'High', min_score: scores[1], min_component_score: floors[1] },
    { ...lowest, id: 902, name: 'Middle', min_score: scores[0], min_component_score: floors[0] },
    { ...lowest, id: 903, name: 'Low' },
    unrated,
  ]
  rules['o-score'].push({
    id: 904,
    version: 1,
    ...RETURN_RATE,
    curve: [
      [0, 100],
      [20, 0],
    ],
    params: {},
  })
  for (const component of COMPONENTS)
    for (const record of rules[RULE_TYPE_OF[component]]) record.min_volume = 1
  for (const { component, metric, points } of curves) {
    const records = rules[RULE_TYPE_OF[component]]
    const record = records[metric % records.length]
    if (record) record.curve = points.toSorted(([a], [b]) => a - b)
  }
  return prepareRules(rules)
}

const RETURN_RATE = { metric: 'return_rate', weight: 20, min_volume: 1 }

type OtherCurve = { component: (typeof COMPONENTS)[number]; metric: number; points: [number, number][] }

/** A world to be, with any exceptions and appeals and odd curves here and there; its tiers are still to be chosen. */
export const anyWorld = fc
  .record({ aggregates: anyAggregates, exceptions, decisions, curves, feeds, elapsed_days: from(20, 31) })
  .map(({ aggregates, exceptions, decisions, curves, feeds, elapsed_days }) => ({
    with: (tiers: TwoTiers): World => ({
      rules: rulesWith(tiers, curves),
      input: anInput({ aggregates, exceptions, feeds_in_use: feeds, elapsed_days }),
      appeals: decisions,
    }),
  }))
