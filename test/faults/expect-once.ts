import type { Test } from 'tap'
import type { KillScene } from './kill-scene.ts'
import { APPEALED, FINALIZED } from './kill-scene.ts'
import { RAISED_TO, type Work } from './kill-work.ts'

type Database = Pick<KillScene, 'server'>

/** What was acknowledged is there, and what is there is there once and whole, acknowledged or not. */
export async function expectOnce(t: Test, { server }: Database, work: Work) {
  await t.test('a finalized score is final, with one audit row and one event', async (t) => {
    const rows = await server.query<{ id: number; status: string; audited: number; told: number }>(
      `select m.id, m.status, coalesce(a.times, 0)::int as audited, coalesce(e.times, 0)::int as told
       from monthly_scores m
       left join (select entity_id, count(*) as times from audit_log where action = 'score.finalized' group by 1) a
         on a.entity_id = m.id::text
       left join (select seller_id, data ->> 'period' as period, count(*) as times from events
                  where type = 'seller.score_finalized' group by 1, 2) e using (seller_id, period)
       where m.period = '${FINALIZED}'`,
    )
    const final = new Set(rows.filter(({ status }) => status === 'final').map(({ id }) => id))
    t.comment(`${work.finalized.length} were acknowledged, ${final.size} are final`)
    none(
      t,
      work.finalized.filter((id) => !final.has(id)),
      'acknowledged ones that are not final',
    )
    none(
      t,
      rows.filter(isNotOnce(({ status }) => status === 'final')),
      'those that are not done once and whole',
    )
  })
  await t.test('a decided appeal has revised its score once', async (t) => {
    const rows = await server.query<{ id: number; status: string; audited: number; told: number }>(
      `select a.id, case when m.revision = 2 and m.total_sos = ${RAISED_TO} then a.status else 'not ' || a.status end as status,
              coalesce(r.times, 0)::int as audited, coalesce(e.times, 0)::int as told
       from appeals a join monthly_scores m using (seller_id, period)
       left join (select seller_id, period, count(*) as times from score_revisions group by 1, 2) r using (seller_id, period)
       left join (${toldOf('appeal.decided')}) e on e.id = a.id
       where a.period = '${APPEALED}'`,
    )
    const decided = new Set(rows.filter(({ status }) => status === 'approved').map(({ id }) => id))
    const acknowledged = work.appeals.filter(({ state }) => state === 'decided')
    t.comment(`${acknowledged.length} were acknowledged, ${decided.size} are decided`)
    none(
      t,
      acknowledged.filter(({ id }) => !decided.has(id as number)),
      'acknowledged ones that are not decided',
    )
    none(
      t,
      rows.filter(isNotOnce(({ status }) => status === 'approved')),
      'those that are not done once and whole',
    )
    t.equal(rows.length, work.appeals.length, 'one appeal for each that was submitted')
  })
  await t.test('a surcharge that was asked for again is there once', async (t) => {
    const rows = await server.query<{ id: number; key: string; told: number }>(
      `select s.id, s.trigger_details ->> 'key' as key, coalesce(e.times, 0)::int as told
       from surcharges s left join (${toldOf('seller.surcharge_created')}) e on e.id = s.id
       where s.trigger_details ? 'key'`,
    )
    const byKey = Map.groupBy(rows, ({ key }) => key)
    const isOnce = ({ key, id }: { key: string; id?: number }) =>
      byKey.get(key)?.length === 1 && byKey.get(key)?.[0]?.id === id
    t.comment(`${work.surcharges.length} were asked for, ${rows.length} are there`)
    none(
      t,
      work.surcharges.filter((one) => !isOnce(one)),
      'surcharges that are not there, or twice',
    )
    none(
      t,
      rows.filter(({ told }) => told !== 1),
      'surcharges without one event',
    )
  })
}

/** How many events of a type tell of each object, by its id. */
const toldOf = (type: string) =>
  `select (data ->> 'id')::int as id, count(*) as times from events where type = '${type}' group by 1`

/** A row that says it is done has left one trace of each kind, another one none. */
const isNotOnce =
  <Row extends { audited: number; told: number }>(isDone: (row: Row) => boolean) =>
  (row: Row) =>
    row.audited !== Number(isDone(row)) || row.told !== Number(isDone(row))

function none(t: Test, lost: unknown[], what: string) {
  t.same(lost.slice(0, 5), [], what)
}
