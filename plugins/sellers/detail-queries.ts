import { codesAndIds } from '../../src/domain/id-or-code.ts'
import type { SellerScope } from '../../src/domain/sellers/scope.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import type { SurchargeGrounds } from '../../src/scoring/surcharge-reason.ts'
import type { ExceptionRow } from './exception-queries.ts'
import type { ActiveSurcharge, OpenAppeal } from './schemas.ts'

/** A seller with what belongs to it. What is written as JSON has the bytes of the answer. */
export interface DetailedSeller extends SellerScope {
  /** of its row */
  version: string
  /** The fields of the seller, its warehouse and its account manager, as JSON; `metadata` is an empty object in it. */
  record: string
  /** null when it is empty */
  metadata: Record<string, unknown> | null
  /** The newest one, as JSON. */
  latest_score: string | null
  /** Those in force, the newest first; null for none. */
  exceptions: ExceptionRow[] | null
  /** The undecided ones, the newest first; null for none. */
  appeals: OpenAppeal[] | null
  /** Pending and applied ones, the newest period first; null for none. */
  surcharges: (Omit<ActiveSurcharge, 'reason'> & SurchargeGrounds)[] | null
}

/** The sellers that are named by id (digits alone) or by code, by these names; `today` is YYYY-MM-DD. */
export async function detailedSellers(
  db: Sql,
  names: string[],
  today: string,
): Promise<Map<string, DetailedSeller>> {
  const { codes, ids } = codesAndIds(names)
  const rows = await db.rows<DetailedSeller & { name: string }>(
    `select s.name, s.id as seller_id, s.assigned_am_id, s.primary_warehouse_id, s.version,
            nullif(s.metadata, '{}') as metadata,
            (select to_json(shown) from (
               select s.id, s.seller_code, s.company_name, s.contract_type, s.contract_start_date,
                      s.primary_warehouse_id, s.assigned_am_id, s.oms_system_type, s.payment_terms_days,
                      '{}'::json as metadata, s.status, a.name as am_name, w.name as warehouse_name,
                      to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
                      to_char(s.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at,
                      to_json(w) as warehouse, to_json(a) as am) shown)::text as record,
            (select to_json(latest) from (
               select m.period, trim_scale(m.total_sos) as total_sos,
                      (select to_json(tier) from (
                         select m.tier_name as name, m.tier_color as color, m.tier_benefits as benefits) tier) as tier,
                      m.status, m.revision
               from monthly_scores m where m.seller_id = s.id order by m.period desc limit 1) latest
            )::text as latest_score,
            (select json_agg(shown) from (
               select e.id, e.exception_type, e.score_component_affected, e.adjustment_rule, e.reason, e.approved_by,
                      e.effective_from, e.effective_to, e.is_active,
                      to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
                      to_char(e.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
               from score_exceptions e
               where e.seller_id = s.id and e.is_active = 1 and e.effective_from <= $3::date
                 and (e.effective_to is null or e.effective_to >= $3::date)
               order by e.id desc) shown) as exceptions,
            (select json_agg(shown) from (
               select o.id, o.period, o.component_appealed, o.appeal_reason_type, o.status,
                      to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
                      to_char(o.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as expires_at
               from appeals o where o.seller_id = s.id and o.open_key is not null
               order by o.id desc) shown) as appeals,
            (select json_agg(shown) from (
               select u.id, u.period, u.surcharge_type, u.amount, u.status, u.trigger_details
               from surcharges u where u.seller_id = s.id and u.status in ('pending', 'applied')
               order by u.period desc, u.id desc) shown) as surcharges
     from (
       select seller_code as name, xmin::text as version, sellers.* from sellers where seller_code = any($1::text[])
       union all
       select name, sellers.xmin::text, sellers.* from unnest($2::text[]) name join sellers on id = name::int
     ) s
       left join (select id, name, email from account_managers) a on a.id = s.assigned_am_id
       left join (select id, code, name from warehouses) w on w.id = s.primary_warehouse_id`,
    [codes, ids, today],
    'detailed-sellers',
  )
  return new Map(rows.map((seller) => [seller.name, seller]))
}
