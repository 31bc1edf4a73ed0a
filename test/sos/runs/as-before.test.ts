import { readFile } from 'node:fs/promises'
import t from 'tap'
import { sha256 } from '../../../src/scoring/canonical-json.ts'
import { computeTrend } from '../../../src/scoring/trend.ts'
import {
  type Digests,
  digest,
  digestsOf,
  factsOfThousand,
  MONTHS,
  PARTS,
  type Scored,
  scoreMonth,
} from '../../fixtures/thousand-sellers/scored.ts'
import { explanationTexts } from '../../setup/explanations.ts'

const FIXTURE = new URL('../../fixtures/thousand-sellers/digests.csv', import.meta.url)

/** What release 0.1.0 came to, by seller and month. */
async function digestsBefore(): Promise<Record<string, Digests>> {
  const [, ...lines] = (await readFile(FIXTURE, 'utf8')).trim().split('\n')
  return Object.fromEntries(
    lines.map((line) => {
      const [seller, period, ...digests] = line.split(',')
      return [
        `${seller} ${period}`,
        Object.fromEntries(PARTS.map((part, i) => [part, digests[i]])) as Digests,
      ]
    }),
  )
}

/**
 * What a score would be without the one change since 0.1.0 that is meant: an unrated score is no past to compare with,
 * and has no direction itself. Then, the latest earlier score was the past of every score. The trend is in the score
 * and in its explanation, and the past in the inputs that are hashed.
 */
function withEveryPast(score: Scored, inputs: string, past: Scored | undefined): Digests {
  const previous = past ? { period: past.period, total_sos: past.total_sos } : null
  const trend = computeTrend(score.total_sos, previous?.total_sos ?? null, true)
  return {
    ...digestsOf(score),
    trend: digest([
      [trend.previous_sos, trend.delta, trend.direction],
      { previous_period: previous?.period ?? null, ...trend },
    ]),
    input_hash: sha256(JSON.stringify({ ...JSON.parse(inputs), previous })).slice(0, 8),
  }
}

/**
 * Makes the month one that was final before outcomes counted in the month in which they fall due, until its run has begun:
 * the score of a seller of which none falls due in another month is final, by a run of then.
 */
async function finalByOrder(
  { app: { db }, call }: Awaited<ReturnType<typeof factsOfThousand>>,
  period: string,
) {
  await call('bod', 'POST', '/api/sos/monthly/calculate', { period, seller_codes: ['K-0021'] })
  await db.run`update monthly_scores set status = 'final', finalized_at = now() where period = ${period}`
  await db.run`update scoring_runs set counting = 'by_order' where period = ${period}`
  return () =>
    db.run`update monthly_scores set status = 'draft', finalized_at = null where period = ${period}`
}

t.test(
  '1,000 sellers have the scores, explanations and surcharges of release 0.1.0, byte for byte',
  async (t) => {
    const before = await digestsBefore()
    const service = await factsOfThousand(t)
    const { db } = service.app
    let past = new Map<string, Scored>()
    const seen = { rated: 0, sameTrend: 0, otherTrend: 0 }
    for (const period of MONTHS) {
      const drafts = new Map<number, string | null>()
      const open = await finalByOrder(service, period)
      const scores = await scoreMonth(service, period, async () => {
        await open()
        for (const { seller_id, text } of await explanationTexts(db, period)) drafts.set(seller_id, text)
      })
      const kept = await db.rows<{ seller_id: number; inputs: string; text: string }>(
        `select seller_id, inputs, e.explanation::text as text
       from score_explanations e join sellers s on s.id = seller_id where period = $1 order by seller_code`,
        [period],
      )
      t.equal(scores.length, 1_000)
      t.same(
        kept.filter(({ seller_id, text }) => drafts.get(seller_id) !== text),
        [],
        'what was said of the draft is kept',
      )
      const others: string[] = []
      for (const [i, score] of scores.entries()) {
        const name = `${score.seller_code} ${period}`
        const earlier = past.get(score.seller_code)
        const now = digestsOf(score)
        const isMeant = !score.is_rated || earlier?.is_rated === false
        const compared = isMeant ? withEveryPast(score, kept[i]?.inputs ?? '', earlier) : now
        for (const part of PARTS) if (compared[part] !== before[name]?.[part]) others.push(`${name} ${part}`)
        if (score.is_rated) seen.rated++
        seen[isMeant ? 'otherTrend' : 'sameTrend']++
      }
      t.same(others, [], 'seller, month and part of what is another')
      past = new Map(scores.map((score) => [score.seller_code, score]))
    }
    t.ok(seen.rated > 1_000 && seen.sameTrend > 800 && seen.otherTrend > 400, JSON.stringify(seen))
  },
)
