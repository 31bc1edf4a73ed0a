import { idOrCode } from '../../../src/domain/id-or-code.ts'
import type { ScoreRecord } from '../../../src/domain/scores/score-record.ts'
import type { Sql, Transaction } from '../../../src/platform/database/database.ts'
import {
  decimal,
  instant,
  jsonObject,
  plainly,
  text,
  texts,
} from '../../../src/platform/database/json-text.ts'
import { isInTurn, nextKeys } from '../../../src/platform/database/keys-in-turn.ts'
import { literally } from '../../../src/platform/database/like.ts'
import { oneForMany } from '../../../src/platform/database/one-for-many.ts'
import { nameOfPage, offsetOf } from '../../../src/platform/database/page.ts'
import { jsonPage } from '../../../src/platform/http/json-page.ts'
import { COMPONENTS, type Component } from '../../../src/scoring/components.ts'

export interface MonthlyFilter {
  from: string
  to: string
  status?: string
  am_id?: number
  warehouse_id?: number
  /** Code or id of one seller. */
  seller_code?: string
  search?: string
  tier?: string
  sort: keyof typeof ORDERS
  /** Only sellers that this account manager looks after now. */
  portfolio_of: number | null
  page: number
  limit: number
}

/** Of the page's keys, which are called p. */
const ORDERS = {
  seller_code: 'p.code, p.period',
  '-seller_code': 'p.code desc, p.period',
  total_sos: 'p.total_sos, p.code, p.period',
  '-total_sos': 'p.total_sos desc, p.code, p.period',
  delta: 'p.delta_sos, p.code, p.period',
  '-delta': 'p.delta_sos desc, p.code, p.period',
}

const componentJson = (name: Component) => ({
  raw: decimal(`m.${name}_raw`),
  weighted: decimal(`m.${name}_weighted`),
})

/** A ScoreRecord of a score m, its seller s and its account manager a. */
const RECORD = jsonObject({
  id: plainly('m.id'),
  seller_code: text('s.seller_code'),
  company_name: text('s.company_name'),
  am_id: plainly('m.am_id'),
  am_name: text('a.name'),
  period: text('m.period'),
  total_sos: decimal('m.total_sos'),
  is_rated: plainly('m.is_rated'),
  unrated_reason: text('m.unrated_reason'),
  imputed: texts('m.imputed'),
  tier: { name: text('m.tier_name'), color: text('m.tier_color'), benefits: text('m.tier_benefits') },
  components: Object.fromEntries(COMPONENTS.map((name) => [name, componentJson(name)])),
  trend: {
    previous_sos: decimal('m.previous_sos'),
    delta: decimal('m.delta_sos'),
    direction: text('m.direction'),
  },
  is_grace_period: plainly('m.is_grace_period'),
  status: text('m.status'),
  revision: plainly('m.revision'),
  reviewed_by: text('m.reviewed_by'),
  notes: text('m.notes'),
  run_id: plainly('m.run_id'),
  calculated_at: instant('m.calculated_at'),
  finalized_at: instant('m.finalized_at'),
})

/** The keys of the scores that match, by the values of `valuesOf`. */
const FOUND = `
  select m.seller_id, m.period, m.code, m.total_sos, m.delta_sos
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
    and ($10::int is null or m.seller_id = any(array(select id from sellers where assigned_am_id = $10)))`

function valuesOf(filter: MonthlyFilter): unknown[] {
  const { from, to, status, am_id, warehouse_id, seller_code, search, tier, portfolio_of } = filter
  const seller = seller_code === undefined ? {} : idOrCode(seller_code)
  return [
    from,
    to,
    status,
    am_id,
    warehouse_id,
    'id' in seller ? seller.id : null,
    'code' in seller ? seller.code : null,
    search ? `%${literally(search)}%` : null,
    tier,
    portfolio_of,
    from === to,
  ]
}

interface JsonRows {
  rows: string | null
  total: number
}

/** One page of the scores of some periods and how many match, as JSON. */
export async function pageOfScores(db: Sql, filter: MonthlyFilter) {
  if (isInTurn(db)) return jsonPage<ScoreRecord>(await nextPage(db, filter), filter)
  const page = isWholeMonth(filter) ? await pageOfMonth(db, filter) : await anyPage(db, filter)
  return jsonPage<ScoreRecord>(page, filter)
}

/** Whether all scores of one month are asked for, in the order of codes. */
const isWholeMonth = ({ from, to, sort, portfolio_of, ...filter }: MonthlyFilter) =>
  from === to &&
  sort === 'seller_code' &&
  portfolio_of === null &&
  FILTERS.every((name) => filter[name] === undefined)

const FILTERS = ['status', 'am_id', 'warehouse_id', 'seller_code', 'search', 'tier'] as const

/** What is asked for most is prepared, so that it is neither read nor planned each time. */
function pageOfMonth(db: Sql, filter: MonthlyFilter): Promise<JsonRows> {
  const { from: month, limit } = filter
  const values = [month, offsetOf(filter)]
  return oneForMany(db, `month ${limit} ${values}`, () =>
    db.one<JsonRows>(
      `select (select count(*) from monthly_scores where period = $1) as total,
              string_agg(${RECORD}, ',' order by p.code) as rows
       from (select seller_id, period, code from monthly_scores where period = $1
             order by code limit ${limit} offset $2) p
         join monthly_scores m on m.seller_id = p.seller_id and m.period = p.period
         join sellers s on s.id = m.seller_id
         left join account_managers a on a.id = m.am_id`,
      values,
      nameOfPage('scores', limit),
    ),
  )
}

/**
 * Without a name the statement is planned anew each time, for the filters that are given and the tables as they are:
 * the keys of a period's page and their number come from its index alone, one seller is found by the primary key.
 */
function anyPage(db: Sql, filter: MonthlyFilter): Promise<JsonRows> {
  const order = ORDERS[filter.sort]
  const values = [...valuesOf(filter), filter.limit, offsetOf(filter)]
  return oneForMany(db, `scores ${order} ${JSON.stringify(values)}`, () =>
    db.one<JsonRows>(
      `with found as not materialized (${FOUND})
       select (select count(*) from found) as total, string_agg(${RECORD}, ',' order by ${order}) as rows
       from (select * from found p order by ${order} limit $12 offset $13) p
         join monthly_scores m on m.seller_id = p.seller_id and m.period = p.period
         join sellers s on s.id = m.seller_id
         left join account_managers a on a.id = m.am_id`,
      values,
    ),
  )
}

async function nextPage(tx: Transaction, filter: MonthlyFilter): Promise<JsonRows> {
  const list = {
    keys: `select seller_id, period from (${FOUND}) p order by ${ORDERS[filter.sort]}`,
    count: `select count(*) as total from (${FOUND}) p`,
    values: valuesOf(filter),
  }
  const { keys, total } = await nextKeys<{ seller_id: number; period: string }>(tx, list, filter)
  const { rows } = await tx.one<{ rows: string | null }>(
    `select string_agg(${RECORD}, ',' order by p.place) as rows
     from unnest($1::int[], $2::text[]) with ordinality p(seller_id, period, place)
       join lateral (
         select * from monthly_scores m where m.seller_id = p.seller_id and m.period = p.period offset 0) m on true
       join sellers s on s.id = m.seller_id
       left join account_managers a on a.id = m.am_id`,
    [keys.map(({ seller_id }) => seller_id), keys.map(({ period }) => period)],
  )
  return { rows, total }
}
