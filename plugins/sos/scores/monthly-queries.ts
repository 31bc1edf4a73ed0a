import { ScoreRecord } from '../../../src/domain/scores/score-record.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { decimal, jsonFields, jsonObject, text } from '../../../src/platform/database/statements/json-text.ts'
import { literally } from '../../../src/platform/database/statements/like.ts'
import { type JsonList, pageOfList } from '../../../src/platform/http/answers/json-list.ts'
import { COMPONENTS, type Component } from '../../../src/scoring/components.ts'

export interface MonthlyFilter {
  from: string
  to: string
  status?: string
  am_id?: number
  warehouse_id?: number
  /** One seller, by one of both. */
  seller_code?: string
  seller_id?: number
  search?: string
  tier?: string
  before_contract?: boolean
  sort: keyof typeof ORDERS
  /** Only sellers that this account manager looks after now. */
  portfolio_of: number | null
  page: number
  limit: number
}

/** Of the page's keys, which are called p: the number of an unrated score is no place among the others. */
const ORDERS = {
  seller_code: 'p.code, p.period',
  '-seller_code': 'p.code desc, p.period',
  total_sos: 'p.is_rated desc, p.total_sos, p.code, p.period',
  '-total_sos': 'p.is_rated desc, p.total_sos desc, p.code, p.period',
  delta: 'p.is_rated desc, p.delta_sos, p.code, p.period',
  '-delta': 'p.is_rated desc, p.delta_sos desc, p.code, p.period',
}

const componentJson = (name: Component) => ({
  raw: decimal(`m.${name}_raw`),
  weighted: decimal(`m.${name}_weighted`),
})

/** The fields of a ScoreRecord of a score m, its seller s and its account manager a. */
const FIELDS = {
  ...jsonFields(ScoreRecord, 'm'),
  seller_code: text('s.seller_code'),
  company_name: text('s.company_name'),
  am_name: text('a.name'),
  tier: { name: text('m.tier_name'), color: text('m.tier_color'), benefits: text('m.tier_benefits') },
  components: Object.fromEntries(COMPONENTS.map((name) => [name, componentJson(name)])),
  trend: {
    previous_sos: decimal('m.previous_sos'),
    delta: decimal('m.delta_sos'),
    direction: text('m.direction'),
  },
}

const LIST: JsonList = {
  name: 'scores',
  table: 'monthly_scores',
  row: 'm',
  keys: { seller_id: 'int', period: 'text' },
  joins: `
    join sellers s on s.id = m.seller_id
    left join account_managers a on a.id = m.am_id`,
  record: jsonObject(FIELDS),
}

/** The keys of the scores that match, by the values of `valuesOf`. */
const FOUND = `
  select m.seller_id, m.period, m.code, m.is_rated, m.total_sos, m.delta_sos
  from monthly_scores m
  where (case when $11 then m.period = $1 else m.period between $1 and $2 end)
    and ($3::text is null or m.status = $3)
    and ($4::int is null or m.am_id = $4)
    and ($5::int is null or m.warehouse_id = $5)
    and ($6::int is null or m.seller_id = $6)
    and ($7::text is null or m.code = $7)
    and ($8::text is null or m.seller_id = any(array(
          select id from sellers where seller_code ilike $8 or company_name ilike $8)))
    and ($9::text is null or lower(m.tier_name) = lower($9))
    and ($12::bool is null or m.before_contract = $12)
    and ($10::int is null or m.seller_id = any(array(select id from sellers where assigned_am_id = $10)))`

function valuesOf(filter: MonthlyFilter): unknown[] {
  const { from, to, status, am_id, warehouse_id, seller_id, seller_code, search, tier, portfolio_of } = filter
  const { before_contract } = filter
  return [
    from,
    to,
    status,
    am_id,
    warehouse_id,
    seller_id,
    seller_code,
    search ? `%${literally(search)}%` : null,
    tier,
    portfolio_of,
    from === to,
    before_contract,
  ]
}

/**
 * One page of the scores of some periods and how many match, as JSON. The keys of a period's page and their number come
 * from its index alone, one seller is found by the primary key.
 */
export function pageOfScores(db: Sql, filter: MonthlyFilter) {
  const whole = isWholeMonth(filter) ? { column: 'period', value: filter.from, order: 'code' } : undefined
  const asked = { found: FOUND, values: valuesOf(filter), order: ORDERS[filter.sort], whole }
  return pageOfList<ScoreRecord>(db, LIST, asked, filter)
}

/** Whether all scores of one month are asked for, in the order of codes. */
const isWholeMonth = ({ from, to, sort, portfolio_of, ...filter }: MonthlyFilter) =>
  from === to &&
  sort === 'seller_code' &&
  portfolio_of === null &&
  FILTERS.every((name) => filter[name] === undefined)

const FILTERS = [
  'status',
  'am_id',
  'warehouse_id',
  'seller_code',
  'seller_id',
  'search',
  'tier',
  'before_contract',
] as const
