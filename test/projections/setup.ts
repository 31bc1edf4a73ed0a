import { projectLater } from '../../src/domain/projections/project-later.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { eventually } from '../setup/eventually.ts'
import type { Service } from '../spec/service.ts'

/**
 * Gives a seller eight orders a day from four months before the running one until now, so many of ten of them late in the
 * last month, and in all others.
 */
export const pushPast = (db: Sql, seller_code: string, { last, others }: Record<'last' | 'others', number>) =>
  db.run(
    `insert into orders (seller_id, order_code, ordered_at, ready_by, ready_at, units)
       select s.id, 'P' || to_char(at, 'YYYYMMDDHH24'), at, at + interval '30 hours',
              case when at + took < now() then at + took end, 2
       from sellers s,
            generate_series(date_trunc('month', now(), 'UTC') - interval '4 months', now(), interval '3 hours') at,
            lateral (select case when (extract(epoch from at)::bigint / 10800) % 10 <
                                      case when at >= date_trunc('month', now(), 'UTC') - interval '1 month'
                                             and at < date_trunc('month', now(), 'UTC') then $2::int else $3::int end
                                 then interval '40 hours' else interval '20 hours' end as took) t
       where s.seller_code = $1`,
    [seller_code, last, others],
  )

/** Asks for the nightly job now, and waits until each of these sellers has a projection newer than before. */
export async function projectAll({ app, call }: Pick<Service, 'app' | 'call'>, sellers: number) {
  const before = await newest(app.db)
  await projectLater(app)
  await eventually(async () => {
    const { body } = await call('bod', 'GET', '/api/sos/projections?limit=500')
    return (
      body.total >= sellers &&
      body.data.every(({ as_of }: { as_of: string }) => before === null || as_of > before)
    )
  })
}

const newest = async (db: Sql) =>
  (await db.one<{ as_of: string | null }>('select max(as_of) as as_of from projections')).as_of
