import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { chunksOf } from '../../../src/domain/chunks.ts'
import { engine } from '../../../src/domain/scores/engine.ts'
import { type Explainer, explainer } from '../../../src/domain/scores/explainer.ts'
import type { Feed } from '../../../src/feeds/feed.ts'
import { digestFacts } from '../../../src/feeds/rows-queries.ts'
import type { ScoredMonth } from '../../../src/feeds/scored-month.ts'
import { addUp, knownOrders, ordersFirst } from '../../../src/feeds/sums-queries.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { type Aggregates, differ } from '../../../src/scoring/aggregates.ts'
import { sha256 } from '../../../src/scoring/canonical-json.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import { isAddedFeed } from '../../../src/scoring/scored-feeds.ts'
import { rulesText } from '../../../src/transparency/certificate.ts'
import type { Statement } from '../../../src/transparency/statement.ts'
import { type FinalScore, type RevisionKey, readKept } from '../tasks/final-score.ts'
import type { Judgeable, Judged, TextOfRules } from '../tasks/judge.ts'
import { finalScores, ofOtherSellers } from './final-queries.ts'

const textsOfRules = new WeakMap<ScoringRules, TextOfRules>()

/** The rules of a run and their text: each set of them becomes a text once, however many runs have it. */
export async function textOfRules({ rulesOf }: Explainer, runId: number | null): Promise<TextOfRules | null> {
  if (runId === null) return null
  const { rules, prepared } = await rulesOf(runId)
  if (typeof rules !== 'object' || rules === null) return null // what was changed by hand may have any shape
  const known = textsOfRules.get(rules) ?? { rules, text: rulesText(rules), isUsable: prepared !== null }
  textsOfRules.set(rules, known)
  return known
}

/** Reads final scores with their rules and without their facts, in the order given: all that computing them again takes. */
export async function readForJudge(db: Sql, keys: readonly RevisionKey[]): Promise<Judgeable[]> {
  const explained = explainer(db)
  const scores = await finalScores(db, keys)
  const others = new Set(await ofOtherSellers(db, scores))
  const read: Judgeable[] = []
  for (const [place, score] of scores.entries()) {
    const [rules, salt] = [await textOfRules(explained, score.run_id), randomBytes(16).toString('hex')]
    read.push({ score, rules, isOfOther: others.has(place), facts: null, salt })
  }
  return read
}

/** Reads what the statements of final scores are made of, in the order given. */
export async function readScores(
  db: Sql,
  keys: readonly RevisionKey[],
  time_zone: string,
  feeds: readonly Feed[],
): Promise<Judgeable[]> {
  const read = await readForJudge(db, keys)
  for (const ofRun of Map.groupBy(read, ({ score }) => score.run_id).values()) {
    const [first] = ofRun as [Judgeable]
    const month = monthOf(first.score, time_zone)
    const scored = ofRun.flatMap((one) => {
      const aggregates = aggregatesOf(one.score)
      return aggregates ? [{ one, aggregates, seller_id: one.score.seller_id }] : []
    })
    if (!first.rules?.isUsable || !month || scored.length === 0) continue
    const facts = await factsBehind(db, scored, month, first.rules.rules, feeds)
    for (const [n, { one }] of scored.entries()) one.facts = facts[n] ?? null
  }
  return read
}

/** The month as the run saw it that made a score; undefined where that is lost. */
function monthOf(score: FinalScore, time_zone: string): ScoredMonth | undefined {
  const { period, month_start, as_of, as_of_date, counting } = score
  return month_start && as_of && as_of_date
    ? { period, month_start, as_of, as_of_date, counting, time_zone }
    : undefined
}

/** The aggregates of kept inputs, which are decimals as texts; null where there are none that can be read. */
function aggregatesOf({ inputs }: FinalScore): Aggregates | null {
  const aggregates = readKept(inputs)?.aggregates
  if (typeof aggregates !== 'object' || aggregates === null) return null
  const isRead = Object.values(aggregates).every((value) => typeof value === 'string' && DECIMAL.test(value))
  return isRead ? (aggregates as Aggregates) : null
}

/** No longer than what a database adds up. */
const DECIMAL = /^-?\d{1,60}(?:\.\d{1,60})?$/

const NO_ROWS = { rows: 0, sha256: sha256('') }

/**
 * The facts behind scores of one run as they are today, as of the run's instant, in the order given; of a feed whose facts
 * no longer add up to the aggregates of kept inputs there are none.
 */
async function factsBehind(
  db: Sql,
  scored: readonly { seller_id: number; aggregates: Aggregates }[],
  month: ScoredMonth,
  rules: ScoringRules,
  feeds: readonly Feed[],
) {
  const sellers = [...new Set(scored.map(({ seller_id }) => seller_id))]
  const facts = scored.map((): NonNullable<Statement['facts']> => ({}))
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
    for (const [n, { seller_id, aggregates }] of scored.entries()) {
      const isSame = !differ(addedOf.get(seller_id) ?? {}, aggregates, Object.keys(feed.scored.sums))
      const rows = rowsOf.get(seller_id)
      if (isSame && !rows && isAddedFeed(feed.scored)) continue // as before there was the feed
      Object.assign(facts[n] ?? {}, { [feed.name]: isSame ? (rows ?? NO_ROWS) : null })
    }
  }
  return facts
}

type Task = typeof import('../tasks/judge.ts').default

const judgeTask = new URL('../tasks/judge.ts', import.meta.url)

/** How a task ends that will always end so. */
const FAILED = ['computation_failed', 'computation_too_long']

/** Scores of a task: it should hold up who waits for the thread by less than a tenth of a second. */
const AT_A_TIME = 100

/**
 * Computes final scores again in a thread and states them, in the order given; each alone where that fails, so that one
 * which can't be computed keeps no other from its statement.
 * @throws 503 when no thread is free in time
 */
export async function judgeScores(
  app: Pick<FastifyInstance, 'threads'>,
  read: readonly Judgeable[],
  gone: AbortSignal = new AbortController().signal,
  atATime = AT_A_TIME,
): Promise<(Judgeable & Judged)[]> {
  const judged: (Judgeable & Judged)[] = []
  for (const scores of chunksOf(read, atATime))
    try {
      const found = await app.threads.run<Task>(judgeTask, { engine: engine(), scores }, gone)
      judged.push(...scores.map((one, n) => ({ ...one, ...(found[n] as Judged) })))
    } catch (error) {
      if (!FAILED.includes((error as { errorCode?: string }).errorCode ?? '')) throw error
      const problem = 'computing it again fails, or takes too long'
      if (scores.length > 1) judged.push(...(await judgeScores(app, scores, gone, 1)))
      else judged.push(...scores.map((one) => ({ ...one, problem })))
    }
  return judged
}
