import pg from 'pg'
import { readFileSync } from 'node:fs'
const W = '/tmp/wt/calc/'
const { databaseOf } = await import(W + 'test/bench/server.ts')
const { serviceOn, calculateOverHttp, processorTimeOf, memoryOf } = await import(W + 'test/bench/service.ts')
const { end } = await import(W + 'test/bench/at-end.ts')
const { bareAggregates } = await import(W + 'test/bench/bare/aggregates.ts')
const url = await databaseOf('small')
const admin = new pg.Client({ connectionString: url }); await admin.connect()
const backends = async () => (await admin.query(`select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)).rows.map((r) => r.pid)
const cpu = async () => { let t = 0; for (const pid of await backends()) t += await processorTimeOf(pid).catch(() => 0); return t }
try {
  const service = await serviceOn(url, { NODE_OPTIONS: '--cpu-prof --cpu-prof-dir=/tmp/calcprof' })
  const bare = await bareAggregates(url, '2026-10', 10000)
  for (let i = 0; i < Number(process.argv[2] ?? 3); i++) {
    let [b0, s0] = [await cpu(), await processorTimeOf(service.pid)]
    const ms = await calculateOverHttp(service, '2026-10', 10000)
    let [b1, s1] = [await cpu(), await processorTimeOf(service.pid)]
    const bms = await bare()
    let b2 = await cpu()
    const m = await memoryOf(service.pid)
    console.log(`ours ${ms | 0} ms: node cpu ${s1 - s0} pg cpu ${b1 - b0}; bare ${bms | 0} ms pg cpu ${b2 - b1}; rss ${m.now | 0} peak ${m.peak | 0}`)
  }
  await service.stop()
} finally { await admin.end(); await end() }
