import type { Sql } from '../platform/database/database.ts'
import { firstDay } from '../scoring/month.ts'
import type { FeedsInUse } from '../scoring/scored-feeds.ts'
import type { Feed } from './feed.ts'
import type { ScoredMonth } from './scored-month.ts'
import { type FeedWithSums, isScored } from './sums-queries.ts'

/**
 * Which feeds any seller at all, active or not, has a fact of that the month's metrics read. Each seller's index
 * is looked into until the first fact is found, so that a month without any costs one probe a seller.
 */
export const findFeedsInUse = (db: Sql, month: ScoredMonth, feeds: readonly Feed[]) =>
  db.one<FeedsInUse>(`select ${feeds.filter(isScored).map(isInUse).join(', ')}`, [
    month.month_start,
    month.as_of,
    firstDay(month.period),
    month.as_of_date,
    month.period,
  ])

const isInUse = ({ name, scored: { inUse } }: FeedWithSums) =>
  `exists (select from sellers s, lateral (select ${inUse} limit 1) fact) as "${name}"`
