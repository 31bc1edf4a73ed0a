import { type Static, Type } from '@sinclair/typebox'
import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import { rulesOf } from '../../src/domain/scores/effective-rules.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import { count, Id, Nullable, OneOf, Text } from '../../src/platform/schemas/schemas.ts'
import { type ShareOfGroup, shareRatio, wilson } from '../../src/statistics/shares.ts'
import { audited, Enough, Figure, Maybe, monthsAsked, percent, rounded, Sentence, shown } from './shared.ts'

const TRAITS = ['contract_type', 'warehouse', 'am', 'size'] as const
type Trait = (typeof TRAITS)[number]

const By = (description: string) => OneOf([...TRAITS], { description, examples: ['size'] })

const FairnessGroup = Type.Object({
  group: Nullable(Type.String(), {
    description:
      'The contract type, the name of the warehouse or of the account manager, or small, medium and large; null for sellers without one',
    examples: ['small'],
  }),
  id: Nullable(Id(), { description: 'Of the warehouse or account manager', examples: [null] }),
  sellers: count('Sellers with a rated score', 60),
  scores: count('Their rated scores', 60),
  favourable: count('Those at the tier or above', 30),
  share: Figure('favourable ÷ scores', 0.5),
  share_low: Figure('95 % interval of it by Wilson, which counts sellers', 0.3774),
  share_high: Figure('Its upper end', 0.6226),
  ratio: Maybe('Its share ÷ that of the best group; null when there is none', 0.625),
  ratio_low: Maybe('95 % interval of it by the log-ratio, which counts sellers', 0.4684),
  ratio_high: Maybe('Its upper end', 0.8339),
  enough: Enough,
  flagged: Type.Boolean({
    description: 'The ratio is below 0.8, and its interval below 1',
    examples: [true],
  }),
  sentence: Sentence(
    'small: 50 % at Silver or above, 0.63 times the 80 % of large (0.47 to 0.83); below four fifths, and more than chance.',
  ),
})
type FairnessGroup = Static<typeof FairnessGroup>

export const getFairness = audited(
  'fairness',
  {
    operationId: 'getModelFairness',
    summary: 'Whether groups of sellers reach a tier equally often',
    description:
      'The share of rated scores at or above a tier, by group, and its ratio to that of the best group of at least 30 sellers. A ratio below 0.8 is flagged (the four-fifths rule, 29 CFR 1607.4 D) when chance does not explain it. A flag asks for a look; it proves no cause. docs/model-audit.md.',
    sentence: '1 of 3 groups is flagged.',
  },
  {
    by: By(
      'What groups sellers: as of today for contract_type, as of the score for warehouse and am; size by thirds of sellers by their orders a month',
    ),
    favourable: Type.Optional(
      Text(80, {
        description:
          'A rated tier; scores in it or above it are favourable. Default: the one in the middle, the higher of two',
        examples: ['Silver'],
      }),
    ),
  },
  {
    by: By('What groups them'),
    favourable: Type.String({ examples: ['Silver'] }),
    best: Nullable(Type.String(), {
      description: 'The group with the highest share of those with at least 30 sellers',
      examples: ['large'],
    }),
    scores: count('Rated scores', 180),
    unrated: count('Scores with too little data, which are left out', 12),
    groups: Type.Array(FairnessGroup, { description: 'The highest share first' }),
  },
)(async ({ server, query }) => {
  const { by, favourable } = query
  const months = monthsAsked(server, query)
  const [from, to] = [months[0] as string, months.at(-1) as string]
  const tier = await tierNamed(server.db, favourable, to)
  const shares = await sharesOfGroups(server.db, { from, to, by, rank: tier.rank })
  const best = shares.find(({ sellers }) => sellers >= LEAST_SELLERS)
  const groups = shares.map((share) => judged(share, best, tier.name))
  const scores = shares.reduce((sum, { of }) => sum + of, 0)
  const unrated = await countUnrated(server.db, from, to)
  const about = { from, to, by, favourable: tier.name, best: best ? nameOf(best) : null, scores, unrated }
  return { ...about, groups, ...conclusion(groups) }
})

/** Fewer sellers than these are no group to compare with. */
const LEAST_SELLERS = 30
/** A group with less of the best group's share is flagged: the four-fifths rule. */
const FOUR_FIFTHS = 0.8

/** @throws 400 when the rules of the month have no rated tier of that name */
async function tierNamed(db: Sql, name: string | undefined, period: string) {
  const { tiers } = await rulesOf(db, ['tiers'], period)
  const rated = tiers.filter(({ min_score }) => min_score !== null).sort((a, b) => b.rank - a.rank)
  const tier =
    name === undefined
      ? rated[Math.floor((rated.length - 1) / 2)]
      : rated.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (tier) return tier
  const names = rated.map((one) => one.name).join(', ') || 'none'
  const wanted = ['rated tier', name].filter(Boolean).join(' ')
  throw badRequest('unknown_reference', `favourable: ${period} has no ${wanted}; it has ${names}`)
}

const nameOf = ({ group }: GroupShare) => group ?? 'none'

function judged(share: GroupShare, best: GroupShare | undefined, tier: string): FairnessGroup {
  const { group, id, sellers, of: scores, hits: favourable } = share
  const rate = favourable / scores
  const interval = wilson(rate * sellers, sellers)
  const compared = best && best.hits > 0 ? shareRatio(share, best) : null
  const enough = sellers >= LEAST_SELLERS && compared !== null
  const isBest = share === best
  const flagged = enough && !isBest && compared.ratio < FOUR_FIFTHS && compared.high < 1
  return {
    ...{ group, id, sellers, scores, favourable, share: rounded(rate) },
    ...{ share_low: rounded(interval.low), share_high: rounded(interval.high) },
    ratio: compared && rounded(isBest ? 1 : compared.ratio),
    ratio_low: compared && rounded(isBest ? 1 : compared.low),
    ratio_high: compared && rounded(isBest ? 1 : compared.high),
    ...{ enough, flagged },
    sentence: `${nameOf(share)}: ${percent(rate)} at ${tier} or above${comparison()}.`,
  }

  function comparison() {
    if (isBest) return `, the highest share of a group of at least ${LEAST_SELLERS} sellers`
    if (sellers < LEAST_SELLERS)
      return `; ${sellers} sellers are too few to compare, ${LEAST_SELLERS} are needed`
    if (!compared || !best) return '; no group has any to compare with'
    const { ratio, low, high } = compared
    const said = `, ${shown(ratio)} times the ${percent(best.hits / best.of)} of ${nameOf(best)} (${shown(low)} to ${shown(high)})`
    if (flagged) return `${said}; below four fifths, and more than chance`
    return ratio < FOUR_FIFTHS ? `${said}; below four fifths, but chance may explain it` : said
  }
}

function conclusion(groups: FairnessGroup[]) {
  const compared = groups.filter(({ enough }) => enough).length
  const flagged = groups.filter((group) => group.flagged).length
  if (compared < 2)
    return {
      enough: false,
      sentence: `Nothing can be compared: that takes two groups of at least ${LEAST_SELLERS} sellers, and one that reaches the tier.`,
    }
  return {
    enough: true,
    sentence: `${flagged} of ${compared} groups ${flagged === 1 ? 'is' : 'are'} flagged.`,
  }
}

type GroupShare = ShareOfGroup & { group: string | null; id: number | null }

/** What each trait groups a score m of a seller s by: an id and a name. */
const GROUPING: Record<Trait, { id: string; name: string; join: string }> = {
  contract_type: { id: 'null::int', name: 's.contract_type', join: '' },
  warehouse: {
    id: 'm.warehouse_id',
    name: 'w.name',
    join: 'left join warehouses w on w.id = m.warehouse_id',
  },
  am: { id: 'm.am_id', name: 'a.name', join: 'left join account_managers a on a.id = m.am_id' },
  size: { id: 'null::int', name: 'z.size', join: 'join sized z on z.seller_id = m.seller_id' },
}

const sharesOfGroups = (
  db: Sql,
  { from, to, by, rank }: { from: string; to: string; by: Trait; rank: number },
) =>
  db.rows<GroupShare>(
    `with mean as (
       select seller_id, avg(orders) as orders from ${COUNTED_SCORES} m
       where period between $1 and $2 and is_rated and $4 = 'size' group by seller_id
     ), cut as (
       select percentile_disc(array[1 / 3.0, 2 / 3.0]) within group (order by orders) as at from mean
     ), sized as (
       select seller_id,
              case when orders <= at[1] then 'small' when orders <= at[2] then 'medium' else 'large' end as size
       from mean, cut
     ), of_seller as (
       select ${GROUPING[by].id} as id, ${GROUPING[by].name} as name, m.seller_id,
              count(*) filter (where m.tier_rank >= $3) as hits, count(*) as scores
       from ${COUNTED_SCORES} m join sellers s on s.id = m.seller_id ${GROUPING[by].join}
       where m.period between $1 and $2 and m.is_rated
       group by 1, 2, 3
     )
     select name as "group", id, sum(hits)::int as hits, sum(scores)::int as of, count(*) as sellers,
            sum(hits * hits)::int as hits_hits, sum(hits * scores)::int as hits_of, sum(scores * scores)::int as of_of
     from of_seller group by name, id
     order by sum(hits) / sum(scores) desc, name, id`,
    [from, to, rank, by],
  )

const countUnrated = (db: Sql, from: string, to: string) =>
  db.value<number>(
    `select count(*) from ${COUNTED_SCORES} m where period between $1 and $2 and not is_rated`,
    [from, to],
  )
