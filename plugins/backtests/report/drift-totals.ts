import type { Sql } from '../../../src/platform/database/database.ts'
import { SCORED_FEEDS } from '../../../src/scoring/scored-feeds.ts'
import type { Drifted } from './report-schemas.ts'

/** How far the scores of a drift moved, all together and by the facts of each feed alone. */
export async function driftTotals(db: Sql, id: number): Promise<Drifted> {
  const all = await db.one<Omit<Drifted, 'by_feed'>>(
    `select count(*) filter (where before_total <> after_total or before_tier <> after_tier) as differ,
            coalesce(round(avg(abs(after_total - before_total)), 6), 0) as mean_abs,
            coalesce(max(abs(after_total - before_total)), 0) as max_abs
     from backtest_scores where backtest_id = $1`,
    [id],
  )
  const rows = await db.rows<Omit<Drifted, 'by_feed'> & { feed: string }>(
    `select feed, count(*) filter (where change <> 0) as differ,
            round(sum(abs(change)) / (select count(*) from backtest_scores where backtest_id = $1), 6) as mean_abs,
            max(abs(change)) as max_abs
     from backtest_scores, jsonb_each_text(drift -> 'by_feed') moved(feed, text), lateral (select text::numeric as change) n
     where backtest_id = $1 group by feed`,
    [id],
  )
  const found = new Map(rows.map(({ feed, ...moved }) => [feed, moved]))
  const none = { differ: 0, mean_abs: 0, max_abs: 0 }
  const by_feed = Object.fromEntries(SCORED_FEEDS.map((feed) => [feed, found.get(feed) ?? none]))
  return { ...all, by_feed: by_feed as Drifted['by_feed'] }
}
