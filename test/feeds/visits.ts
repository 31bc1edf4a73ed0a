import { Type } from '@sinclair/typebox'
import { defineFeed, rows, sum } from '../../src/feeds/feed.ts'
import { also, Count, SellerCode } from '../../src/feeds/fields.ts'
import { inMonth, keptFrom } from '../../src/feeds/months.ts'
import { Code, Timestamp } from '../../src/platform/schemas/schemas.ts'

/** What the migration of the feed would do. */
export const VISITS_TABLE = `
  create table visits (
    seller_id int not null, visit_code text collate "C" not null, visited_at timestamptz(3) not null,
    pages int not null, observed_at timestamptz(3), received_at timestamptz(3) not null, was_on date,
    was_last text,
    primary key (seller_id, visit_code));
  select log_facts('visits', 'visits', 'visited_at')`

const record = Type.Object(
  {
    visit_code: also(Code({ examples: ['V-1'] }), 'visit_id'),
    seller_code: SellerCode(),
    visited_at: Timestamp({ description: 'Decides the month of the visit' }),
    pages: Count({ examples: [3] }),
  },
  { title: 'VisitRecord' },
)

/** A feed that only tests know: visits of a shop. */
export const visits = defineFeed({
  name: 'visits',
  summary: 'Push visits',
  description: 'Visits of a shop. The month of a visit is that of `visited_at`.',
  record,
  key: ['seller_code', 'visit_code'],
  table: 'visits',
  day: '(f.visited_at at time zone $1)::date',
  dayFields: ['visited_at'],
  kept: { past: `f.visited_at < ${keptFrom.instant}` },
  inMonth: inMonth.instant('f.visited_at'),
  controlTotals: { pages: { column: 'pages', description: 'Pages of the visits', example: 12 } },
  expected: 'every day',
  scored: {
    line: {
      fact: 'visit',
      columns: { pages: 'integer', visit_code: 'text', visited_at: 'instant' },
      key: ['visit_code'],
    },
    rows: `
      facts_of_month as (
        select * from visits
        where ($1::int[] is null or seller_id = any($1::int[])) and visited_at >= $2 and visited_at < $3
      )`,
    values: ({ month: { month_start, as_of } }) => [month_start, as_of],
    sums: { visits: rows, visited_pages: sum('pages') },
    list: { columns: 'visit_code, visited_at, pages', order: 'visited_at' },
    inUse: 'from visits f where f.seller_id = s.id and f.visited_at >= $1 and f.visited_at < $2',
  },
})
