import { setImmediate } from 'node:timers/promises'
import type { FinalScore } from '../../../src/domain/scores/final-scores.ts'
import { storedWorld } from '../../../src/domain/scores/stored-world.ts'
import type { Feed } from '../../../src/feeds/feed.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { COMPONENTS, type Component } from '../../../src/scoring/components.ts'
import type { PreparedRules } from '../../../src/scoring/prepare-rules.ts'
import { parse, round, subtract } from '../../../src/scoring/rational.ts'
import { SCORED_FEEDS, type ScoredFeed } from '../../../src/scoring/scored-feeds.ts'
import { scoreWorld } from '../../../src/scoring/simulation/world.ts'
import { readInTurn } from '../give-way.ts'
import type { MonthBatch } from '../jobs/backtest-batch.ts'
import type { BacktestScore, SideScore } from '../score-queries.ts'
import { type Changed, type Read, readFinal } from './todays-facts.ts'

/** What is kept of a score that would come out otherwise. */
export interface Drift {
  /** The revision that was before. */
  revision: number
  /** The change of the total that each feed alone makes, of those whose facts have changed. */
  by_feed: Partial<Record<ScoredFeed, number>>
  /** The raws before and after. */
  raws: Record<Component, [number, number]>
  /** By how much each component moves the total. */
  points: Record<Component, number>
}

/** Sellers that are scored at a time: other work of the process gets its turn in between. */
const CHUNK_SELLERS = 50

/**
 * What the final scores of a part would be on the facts of today, everything else as it was: before is the stored
 * score, after that of its run's rules and kept inputs with today's facts, and the appeals that were approved on top.
 */
export async function scoreDrift(
  { db, feeds }: { db: Database; feeds: readonly Feed[] },
  part: MonthBatch,
  signal: AbortSignal,
): Promise<BacktestScore[]> {
  const read = await readInTurn(db, signal, (tx) => readFinal(tx, part.seller_ids, part.month, feeds))
  const scores: BacktestScore[] = []
  for (const [i, one] of read.entries()) {
    if (i % CHUNK_SELLERS === 0) await setImmediate()
    scores.push(driftOf(one))
  }
  return scores
}

function driftOf({ score, made }: Read): BacktestScore {
  const { seller_id, am_id, orders } = score
  const rules = made?.rules ?? null
  const after = made?.changed && afterOf(score, made.rules, made.changed)
  const before = sideOf(score, rules)
  return {
    ...{ seller_id, am_id, orders, before },
    stored_differs: made === undefined || after === undefined,
    after: after ? sideOf(after.numbers, rules) : before,
    drift: after?.drift ?? null,
  }
}

/** The score on other facts; undefined when this code does not come to the stored one on the kept facts. */
function afterOf(score: FinalScore, rules: PreparedRules, { facts, byFeed }: Changed) {
  const { inputs, revision, appeals } = score
  const world = storedWorld(rules, { inputs, explanation: appeals }, score)
  if (!world) return undefined
  const on = (aggregates: Changed['facts']) => scoreWorld({ ...world, input: { ...world.input, aggregates } })
  const { total_sos, tier, is_rated, components } = on(facts)
  const by_feed: Drift['by_feed'] = {}
  for (const feed of SCORED_FEEDS) {
    const alone = byFeed[feed]
    if (alone) by_feed[feed] = difference(on(alone).total_sos, score.total_sos)
  }
  const raws = Object.fromEntries(
    COMPONENTS.map((name) => [name, [score[`${name}_raw`], components[name].raw]]),
  ) as Drift['raws']
  const points = Object.fromEntries(
    COMPONENTS.map((name) => [name, difference(components[name].weighted, score[`${name}_weighted`])]),
  ) as Drift['points']
  const drift = { revision, by_feed, raws, points }
  return { numbers: { total_sos, is_rated, tier_name: tier.name }, drift }
}

/** In hundredths, without the dust of binary numbers. */
const difference = (one: number, other: number) => round(subtract(parse(one), parse(other)), 2)

/** A side of a drift: neither surcharges nor trends are computed again. */
const sideOf = (
  { total_sos, tier_name, is_rated }: Pick<FinalScore, 'total_sos' | 'tier_name' | 'is_rated'>,
  rules: PreparedRules | null,
): SideScore => ({
  total: total_sos,
  tier: tier_name,
  rank: rules ? heightOf(rules, tier_name) : 0,
  rated: is_rated,
  previous: null,
  surcharges: '0.00',
})

/** How many tiers of the run stand below a tier: those of other runs may have the same names. */
const heightOf = ({ tiers }: PreparedRules, name: string): number => {
  const place = tiers.rated.findIndex((tier) => tier.name === name)
  return place < 0 ? 0 : tiers.rated.length - place
}
