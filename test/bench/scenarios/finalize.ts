import type pg from 'pg'
import { SMALL } from '../datasets.ts'
import { PERIOD } from '../period.ts'
import { alternate, atMost, beside, scenario, timed } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { calculateOverHttp, connected, post, serviceOn } from '../service.ts'

const TITLE =
  'POST /api/sos/monthly/finalize of 10,000 sellers with their explanations, audit rows and events; the limit inserts the same rows from a copy of them, with the same indexes, in one transaction of one connection.'

const WRITTEN = ['score_explanations', 'audit_log', 'events']

export default scenario(TITLE, async (rounds) => {
  const databaseUrl = await databaseOf('small')
  const service = await serviceOn(databaseUrl, { WORKER: 'on' })
  const client = await connected(databaseUrl)
  await calculateOverHttp(service, PERIOD, SMALL.sellers)
  const all = { period: PERIOD, reviewed_by: 'Bench' }
  const ours = async () => {
    const ms = await timed(() =>
      post(service, '/api/sos/monthly/finalize', all, { finalized: SMALL.sellers }),
    )
    await keepCopies(client)
    await client.query(OPEN_AGAIN)
    return ms
  }
  const bare = async () => {
    if ((await client.query(`select to_regclass('kept_events') as kept`)).rows[0].kept === null) await ours()
    await client.query(`truncate ${WRITTEN.map((table) => `bare_${table}`)}`)
    return timed(() => client.query(COPY))
  }
  const times = await alternate(rounds, ours, bare)
  return [beside('10,000 scores made final', 'ms', times, 'bare INSERT … SELECT', atMost(2))]
})

/** What the finalize has written, beside empty tables of the same columns and indexes. */
async function keepCopies(client: pg.Client) {
  await client.query(`
    drop table if exists kept_scores, bare_scores, ${WRITTEN.map((table) => `kept_${table}, bare_${table}`)};
    create table kept_scores as select * from monthly_scores;
    create table bare_scores (like monthly_scores including all);
    insert into bare_scores select * from monthly_scores;
    create table kept_score_explanations as select * from score_explanations;
    create table kept_audit_log as select * from audit_log where action = 'score.finalized' order by id desc limit ${SMALL.sellers};
    create table kept_events as select * from events where type = 'seller.score_finalized' order by id desc limit ${SMALL.sellers};
    ${WRITTEN.map((table) => `create table bare_${table} (like ${table} including all)`).join(';')}`)
}

const OPEN_AGAIN = `
  update monthly_scores set status = 'draft', finalized_at = null;
  update score_explanations set explanation = null`

const COPY = `
  begin;
  update bare_scores b set status = 'final', finalized_at = now(), reviewed_by = 'Bench' from kept_scores k
    where k.seller_id = b.seller_id and k.period = b.period;
  ${WRITTEN.map((table) => `insert into bare_${table} select * from kept_${table}`).join(';')};
  commit`
