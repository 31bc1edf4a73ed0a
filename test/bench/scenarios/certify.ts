import { certifyScores } from '../../../plugins/transparency/scores/certify-scores.ts'
import { buildApp } from '../../../src/app.ts'
import { readEnv } from '../../../src/env.ts'
import { atEnd } from '../at-end.ts'
import { pathsOf, SMALL } from '../datasets.ts'
import { loadProcess } from '../load.ts'
import { PERIOD } from '../period.ts'
import { alternate, atLeast, beside, timed } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { calculateOverHttp, connected, post, serviceOn } from '../service.ts'

const SCORES = 10_000

async function certify(rounds: number) {
  const databaseUrl = await databaseOf('small')
  const service = await serviceOn(databaseUrl, { WORKER: 'off' })
  const worker = await serviceOn(databaseUrl)
  await calculateOverHttp(worker, PERIOD, SMALL.sellers)
  await worker.stop()
  const all = { period: PERIOD, reviewed_by: 'Bench' }
  await post(service, '/api/sos/monthly/finalize', all, { finalized: SMALL.sellers })
  const client = await connected(databaseUrl)
  await client.query(
    `update monthly_scores set status = 'draft', finalized_at = null where seller_id > ${SCORES}`,
  )
  const settings = { DATABASE_URL: databaseUrl, WORKER: 'off', LOG_LEVEL: 'warn', NODE_ENV: 'test' }
  const app = await buildApp(readEnv(settings))
  atEnd(() => app.close())

  const ours = async () => {
    await client.query(EMPTY)
    await client.query('vacuum analyze log_leaves, log_nodes, log_checkpoints')
    const ms = await timed(async () => {
      const leaves = await certifyScores(app, PERIOD)
      if (leaves !== SCORES) throw new Error(`${leaves} leaves were added`)
    })
    return (SCORES / ms) * 1000
  }
  const bare = async () => {
    await client.query(KEEP)
    return (SCORES / (await timed(() => client.query(COPY)))) * 1000
  }
  const leaves = await alternate(rounds, ours, bare)
  await client.query('vacuum analyze') // after updates of all scores, as autovacuum does it in time
  const load = loadProcess()
  const read = (what: string) => async () => {
    const paths = pathsOf(SCORES, (code) => `/api/sos/sellers/${code}/score/${what}?period=${PERIOD}`)
    const { url, headers } = service
    return (await load({ url, headers, paths, connections: 16, seconds: 5 })).perSecond
  }
  const reads = await alternate(rounds, read('certificate'), read('explanation'))
  return [
    beside('leaves of final scores', 'rows/s', leaves, 'bare INSERT … SELECT', atLeast(2_000, 'ours')),
    beside(`certificates of ${SCORES} scores`, 'requests/s', reads, 'explanations', atLeast(0.33)),
  ]
}

const EMPTY = `
  begin;
  set local session_replication_role = replica;
  delete from log_leaves;
  delete from log_nodes;
  delete from log_checkpoints;
  commit`

/** The leaves and nodes that there are, beside empty tables of the same columns and indexes. */
const KEEP = `
  drop table if exists kept_leaves, kept_nodes, bare_leaves, bare_nodes;
  create table kept_leaves as select * from log_leaves;
  create table kept_nodes as select * from log_nodes;
  create table bare_leaves (like log_leaves including all);
  create table bare_nodes (like log_nodes including all)`

const COPY = `
  begin;
  insert into bare_leaves select * from kept_leaves;
  insert into bare_nodes select * from kept_nodes;
  commit`

export const titles = {
  certify: `Leaves of ${SCORES} final scores with 200 orders each, their facts read and hashed, signed heads and events; the limit inserts the same leaves and nodes from a copy of them. Then GET …/score/certificate, 16 connections; the limit is GET …/score/explanation of the same scores.`,
}

export default { certify }
