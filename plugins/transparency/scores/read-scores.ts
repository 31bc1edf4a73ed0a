import { randomBytes } from 'node:crypto'
import type { Feed } from '../../../src/feeds/feed.ts'
import { digestFacts } from '../../../src/feeds/rows-queries.ts'
import type { ScoredMonth } from '../../../src/feeds/scored-month.ts'
import { addUp, knownOrders, ordersFirst } from '../../../src/feeds/sums-queries.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { type Aggregates, differ } from '../../../src/scoring/aggregates.ts'
import { sha256 } from '../../../src/scoring/canonical-json.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import { isAddedFeed } from '../../../src/scoring/scored-feeds.ts'
import type { Statement } from '../../../src/transparency/statement.ts'
import { type FinalScore, keyOf, type RevisionKey } from '../tasks/final-score.ts'
import type { Judgeable } from '../tasks/judge.ts'
import { codeIn, readKept } from '../tasks/restate.ts'
import { finalScores, ofOtherSellers } from './final-queries.ts'
import { rulesTexts, type TextOfRules } from './rules-texts.ts'

type Read = { score: FinalScore; rules: TextOfRules | null; isOfOther: boolean }

/** Reads final scores with their rules, in the order given. */
async function readFinal(db: Sql, keys: readonly RevisionKey[]): Promise<Read[]> {
  const rulesOf = rulesTexts(db)
  const scores = await finalScores(db, keys)
  const renamed = scores.flatMap((score) => {
    const code = codeIn(score.inputs)
    return code === undefined || code === score.seller_code ? [] : [{ ...score, code }]
  })
  const others = new Set(renamed.length === 0 ? [] : (await ofOtherSellers(db, renamed)).map(keyOf))
  const read: Read[] = []
  for (const score of scores)
    read.push({ score, rules: await rulesOf(score.run_id), isOfOther: others.has(keyOf(score)) })
  return read
}

const judgeable = ({ score, rules, isOfOther }: Read, facts: Facts = null): Judgeable => ({
  score,
  rules: rules?.text ?? null,
  isOfOther,
  facts,
  salt: randomBytes(SALT_BYTES).toString('hex'),
})

const SALT_BYTES = 16

/** Final scores without their facts: all that computing them again takes. */
export const readForJudge = async (db: Sql, keys: readonly RevisionKey[]): Promise<Judgeable[]> =>
  (await readFinal(db, keys)).map((one) => judgeable(one))

/** Reads what the statements of final scores are made of, in the order given. */
export async function readScores(
  db: Sql,
  keys: readonly RevisionKey[],
  time_zone: string,
  feeds: readonly Feed[],
): Promise<Judgeable[]> {
  const read = await readFinal(db, keys)
  const inputs = new Map(read.map(({ score }) => [score, readInput(score)]))
  const factsOf = new Map<FinalScore, Facts>()
  for (const part of Map.groupBy(read, runAndRound(read)).values()) {
    const known = part.filter(({ score }) => inputs.get(score))
    const rules = known[0]?.rules
    const month = known[0] && monthOf(known[0].score, time_zone)
    if (!rules?.isUsable || !month) continue
    const scored = known.map(
      ({ score }): Scored => ({ ...score, aggregates: inputs.get(score) as Aggregates }),
    )
    const facts = await factsBehind(db, scored, month, rules.rules, feeds)
    for (const { score } of known) factsOf.set(score, facts.get(score.seller_id) ?? null)
  }
  return read.map((one) => judgeable(one, factsOf.get(one.score)))
}

/** The month as the run saw it that made a score; undefined where that is lost. */
function monthOf(score: FinalScore, time_zone: string): ScoredMonth | undefined {
  const { period, month_start, as_of, as_of_date, counting } = score
  return month_start && as_of && as_of_date
    ? { period, month_start, as_of, as_of_date, counting, time_zone }
    : undefined
}

/** Scores whose facts are read together: those of one run, a seller once. */
function runAndRound(read: readonly { score: FinalScore }[]) {
  const seen = new Map<string, number>()
  const rounds = new Map(
    read.map(({ score }) => {
      const key = `${score.run_id} ${score.seller_id}`
      seen.set(key, (seen.get(key) ?? 0) + 1)
      return [score, `${score.run_id} ${seen.get(key)}`]
    }),
  )
  return ({ score }: { score: FinalScore }) => rounds.get(score) as string
}

/** The aggregates of kept inputs, which are decimals as texts; null where there are none that can be read. */
function readInput({ inputs }: FinalScore): Aggregates | null {
  const aggregates = readKept(inputs)?.aggregates
  if (typeof aggregates !== 'object' || aggregates === null) return null
  const isRead = Object.values(aggregates).every((value) => typeof value === 'string' && DECIMAL.test(value))
  return isRead ? (aggregates as Aggregates) : null
}

/** No longer than what a database adds up. */
const DECIMAL = /^-?\d{1,60}(?:\.\d{1,60})?$/

/** The facts behind a score by feed; null for a feed whose facts no longer add up to what was scored. */
type Facts = Statement['facts']

/** What was scored of a seller: the aggregates of its kept inputs. */
type Scored = { seller_id: number; aggregates: Aggregates }

const NO_ROWS = { rows: 0, sha256: sha256('') }

/** The facts behind scores of one run as they are today, as of the run's instant, by seller. */
async function factsBehind(
  db: Sql,
  scored: readonly Scored[],
  month: ScoredMonth,
  rules: ScoringRules,
  feeds: readonly Feed[],
) {
  const sellers = scored.map(({ seller_id }) => seller_id)
  const facts = new Map<number, NonNullable<Facts>>(sellers.map((seller) => [seller, {}]))
  const ordersOf = new Map<number, number>()
  for (const feed of ordersFirst(feeds)) {
    const asked = { sellers, month, rules }
    const orders = knownOrders(sellers, (seller) => ordersOf.get(seller) ?? 0)
    const added = await addUp(db, feed, asked, orders)
    const behind = await digestFacts(db, feed, asked, orders)
    const addedOf = new Map(added.map(({ seller_id, ...sums }) => [seller_id, sums as Aggregates]))
    const rowsOf = new Map(behind.map(({ seller_id, rows, sha256 }) => [seller_id, { rows, sha256 }]))
    if (feed.name === 'orders')
      for (const [seller, { orders }] of addedOf) ordersOf.set(seller, Number(orders))
    for (const { seller_id, aggregates } of scored) {
      const isSame = !differ(addedOf.get(seller_id) ?? {}, aggregates, Object.keys(feed.scored.sums))
      const rows = rowsOf.get(seller_id)
      if (isSame && !rows && isAddedFeed(feed.scored)) continue // as before there was the feed
      Object.assign(facts.get(seller_id) ?? {}, { [feed.name]: isSame ? (rows ?? NO_ROWS) : null })
    }
  }
  return facts
}
