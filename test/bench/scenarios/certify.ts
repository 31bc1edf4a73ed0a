import { certifyScores } from '../../../plugins/transparency/scores/certify-scores.ts'
import { buildApp } from '../../../src/app.ts'
import { readEnv } from '../../../src/env.ts'
import { clientOf } from '../../setup/client.ts'
import { atEnd } from '../at-end.ts'
import { SMALL } from '../datasets.ts'
import { loadProcess } from '../load.ts'
import { PERIOD } from '../period.ts'
import { alternate, atLeast, scenario, timed } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { calculateOverHttp, type Service, serviceOn } from '../service.ts'

const SCORES = 10_000

const TITLE = `Leaves of ${SCORES} final scores with 200 orders each, their facts read and hashed, signed heads and events; the limit inserts the same leaves and nodes from a copy of them. Then GET …/score/certificate, 16 connections; the limit is GET …/score/explanation of the same scores.`

const SECONDS = 5

export default scenario(TITLE, async (rounds) => {
  const databaseUrl = await databaseOf('small')
  const service = await serviceOn(databaseUrl, { WORKER: 'off' })
  const worker = await serviceOn(databaseUrl)
  await calculateOverHttp(worker, PERIOD, SMALL.sellers)
  await worker.stop()
  await finalize(service)
  const client = await clientOf({ teardown: atEnd }, databaseUrl)
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
    const paths = Array.from(
      { length: SCORES },
      (_, n) => `/api/sos/sellers/S-${String(1 + n).padStart(6, '0')}/score/${what}?period=${PERIOD}`,
    )
    const { url, headers } = service
    return (await load({ url, headers, paths, connections: 16, seconds: SECONDS })).perSecond
  }
  const reads = await alternate(rounds, read('certificate'), read('explanation'))
  return [
    {
      what: 'leaves of final scores',
      unit: 'rows/s',
      ours: leaves.ours,
      limit: { what: 'bare INSERT … SELECT', values: leaves.limit },
      targets: [atLeast(2_000, 'ours')],
    },
    {
      what: `certificates of ${SCORES} scores`,
      unit: 'requests/s',
      ours: reads.ours,
      limit: { what: 'explanations', values: reads.limit },
      targets: [atLeast(0.33)],
    },
  ]
})

async function finalize({ url, headers }: Service) {
  const response = await fetch(`${url}/api/sos/monthly/finalize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ period: PERIOD, reviewed_by: 'Bench' }),
  })
  if (response.status !== 200)
    throw new Error(`finalize answered ${response.status} ${await response.text()}`)
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
