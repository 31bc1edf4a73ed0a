import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import type { ShareOfGroup } from '../../src/statistics/share-ratio.ts'
import type { Trait } from './fairness-schemas.ts'

export type GroupShare = ShareOfGroup & { group: string | null; id: number | null }

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

/** The rated scores of some months by group, added up by seller first. */
export const sharesOfGroups = (
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

/** How many scores of some months are not rated. */
export const countUnrated = async (db: Sql, from: string, to: string): Promise<number> =>
  (
    await db.one<{ unrated: number }>(
      `select count(*) as unrated from ${COUNTED_SCORES} m where period between $1 and $2 and not is_rated`,
      [from, to],
    )
  ).unrated
