import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { keptFresh } from '../../../src/platform/kept.ts'
import { serveMetrics } from '../../../src/platform/metrics/metrics-port.ts'
import { testApp } from '../../setup/app.ts'
import { clientOf } from '../../setup/client.ts'
import { eventually } from '../../setup/eventually.ts'
import { findProgram, missing } from '../../setup/programs.ts'
import { startService } from '../../setup/service.ts'

const beside = await testApp(t, { WORKER: 'on' })
const { DATABASE_URL, call } = beside
const apart = await testApp(t, { DATABASE_URL, METRICS_PORT: '0' })
const server = (await serveMetrics(apart.app)) as Server
t.teardown(() => {
  server.close()
  server.closeAllConnections()
})
const { port } = server.address() as AddressInfo
const scrape = async (path = '/metrics') => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}
const read = (file: string) => readFile(new URL(`../../../${file}`, import.meta.url), 'utf8')
/** The lines of a metric, without its comments. */
const samples = (text: string, name: string) => text.split('\n').filter((line) => line.match(`^${name}[ {]`))
/** What promtool prints. */
const promtool = (args: string[], options: SpawnSyncOptions) => {
  const { stdout, stderr } = spawnSync(findProgram('promtool') as string, args, options)
  return `${stderr}${stdout}`
}

// Before the first scrape, whose numbers are kept for a while.
await beside.app.db.run(`insert into service_state (key, value, updated_at)
                         values ('last-run:retention', 'null', '2026-11-20 03:17:05.25+00')`)

t.test('when a job that comes by a schedule last ended well is told', async (t) => {
  t.match(
    (await scrape()).text,
    /^sos_job_last_success_timestamp_seconds\{queue="retention"\} 1795144625\.25$/m,
  )
})

t.test('/metrics beside the API takes the permission metrics.read', async (t) => {
  t.match(await call('bod', 'GET', '/metrics'), {
    status: 200,
    headers: { 'content-type': /^text\/plain; version=0\.0\.4/, 'cache-control': 'no-store' },
    body: /^# HELP sos_http_request_duration_seconds /m,
  })
  t.equal((await call('system', 'GET', '/metrics')).status, 200)
  t.equal((await call('warehouse', 'GET', '/metrics')).status, 403)
  t.equal((await call(null, 'GET', '/metrics')).status, 401)
  t.equal((await apart.call('bod', 'GET', '/metrics')).status, 404, 'METRICS_PORT serves it instead')
})

t.test('in verified mode a token alone is enough: Prometheus sends no X-User-Id', async (t) => {
  const verified = await testApp(t, {
    DATABASE_URL,
    AUTH_MODE: 'verified',
    JWT_SECRET: 'a secret that only these tests know',
  })
  const made = await call('bod', 'POST', '/api/auth/api-keys', {
    name: 'prometheus',
    user_id: beside.user.system.id,
    role: 'system',
  })
  const ask = (authorization: string) => verified.call(null, 'GET', '/metrics', undefined, { authorization })
  t.equal((await ask(`Bearer ${made.body.key}`)).status, 200)
  t.equal((await ask('Bearer sos_unknown')).status, 401)
})

t.test('METRICS_PORT asks nobody, and has health and readiness beside it', async (t) => {
  t.match(await scrape(), {
    status: 200,
    type: /^text\/plain; version=0\.0\.4/,
    text: /^sos_database_up 1$/m,
  })
  for (const path of ['/api/health', '/api/health/ready?x=1'])
    t.match(await scrape(path), { status: 200, type: /json/, text: /"status":"ok"/ }, path)
  t.equal((await scrape('/api/sellers')).status, 404, 'and nothing else')
})

t.test('a service that closes lives, and is not ready', async (t) => {
  const closing = await testApp(t, { DATABASE_URL, METRICS_PORT: '0' })
  const server = (await serveMetrics(closing.app)) as Server
  t.teardown(() => server.close())
  await closing.app.close()
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)
    return { status: answer.status, body: await answer.json() }
  }
  t.match(await ask('/api/health'), { status: 200, body: { status: 'ok', timestamp: /Z$/ } })
  const body = { error: 'The service is stopping; try again.' }
  t.same(await ask('/api/health/ready?x=1'), { status: 503, body })
})

t.test('requests are counted by route and class of status; what does not exist is one label', async (t) => {
  await call('bod', 'GET', '/api/warehouses/0')
  for (const path of ['/api/nothing', '/wp-login.php', '/api/sellers/a/b/c/d']) await call('bod', 'GET', path)
  const { body } = await call('bod', 'GET', '/metrics')
  const counts = samples(body, 'sos_http_request_duration_seconds_count')
  t.ok(
    counts.some((line) => line.includes('method="any",route="unknown",status="4xx"')),
    counts.join('\n'),
  )
  t.notOk(counts.some((line) => /wp-login|nothing/.test(line)))
})

t.test('every metric of the alerts and of the dashboard is there', async (t) => {
  const { body } = await call('bod', 'GET', '/metrics')
  const there = new Set([...body.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(namesOf))
  const OF_PROMETHEUS = ['up']
  for (const file of ['deploy/prometheus/alerts.yaml', 'deploy/grafana/dashboard.json']) {
    const text = await read(file)
    const expressions = file.endsWith('.json')
      ? [...text.matchAll(/"expr": "((?:[^"\\]|\\.)*)"/g)].map(([, expr]) => expr as string)
      : [...text.matchAll(/expr: ([\s\S]*?)\n {8}(?:for|labels):/g)].map(([, expr]) => expr as string)
    t.ok(expressions.length >= 15, `${expressions.length} expressions in ${file}`)
    const names = new Set(
      expressions.flatMap((expr) => expr.match(/\b(?:sos|nodejs|process)_\w+|\bup\b/g) ?? []),
    )
    for (const name of names) t.ok(there.has(name) || OF_PROMETHEUS.includes(name), `${name} of ${file}`)
  }
})

t.test('names and help follow the rules of Prometheus', { skip: missing('promtool') }, async (t) => {
  const { body } = await call('bod', 'GET', '/metrics')
  const output = promtool(['check', 'metrics'], { input: body })
  // Names of prom-client's own (nodejs_…) are not ours to choose.
  t.same(
    output.split('\n').filter((line) => line.startsWith('sos_')),
    [],
  )
})

t.test(
  'alerts are rules that Prometheus takes, and fire when they should',
  { skip: missing('promtool') },
  async (t) => {
    const cwd = new URL('../../../deploy/prometheus/', import.meta.url)
    for (const args of [
      ['check', 'rules', 'alerts.yaml'],
      ['test', 'rules', 'alerts.test.yaml'],
      ['check', 'config', 'prometheus.yaml'],
    ]) {
      const output = promtool(args, { cwd })
      t.match(output, /SUCCESS/, args.join(' '))
      t.notMatch(output, /FAILED/, args.join(' '))
    }
  },
)

t.test('every alert has a section in the runbook', async (t) => {
  const alerts = await read('deploy/prometheus/alerts.yaml')
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name as string)
  const links = [...alerts.matchAll(/runbook: (docs\/[\w./-]+)#([\w-]+)/g)]
  t.same(
    links.map(([, , anchor]) => anchor),
    names.map((name) => name.toLowerCase()),
  )
  for (const [, page = '', anchor] of links) {
    const text = await read(page)
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading?.toLowerCase())
    t.ok(headings.includes(anchor), `${anchor} in ${page}`)
  }
})

t.test('however many scrape, the database is asked once, and again where it gave no answer', async (t) => {
  let asked = 0
  const read = keptFresh(
    async () => {
      asked += 1
      if (asked === 1) throw new Error('away')
      return asked
    },
    { freshMs: 60_000, patienceMs: 1_000 },
  )
  t.equal(await read(), undefined)
  const values = await Promise.all(Array.from({ length: 20 }, read))
  t.same(new Set(values.map((one) => one?.value)), new Set([2]))
  await read()
  t.equal(asked, 2)
})

t.test('a database that is away leaves its values out and fails no scrape', async (t) => {
  t.equal(samples((await scrape()).text, 'sos_runs').length, 4)
  const name = new URL(DATABASE_URL).pathname.slice(1)
  const admin = await clientOf(t, Object.assign(new URL(DATABASE_URL), { pathname: '/postgres' }).href)
  await admin.query(`alter database ${name} allow_connections false`)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await eventually(async () => {
    await apart.call('bod', 'GET', '/api/warehouses')
    return apart.app.db.availability.problem() === 'unreachable'
  })
  const { status, text } = await scrape()
  t.equal(status, 200)
  t.same(samples(text, 'sos_database_up'), ['sos_database_up 0'])
  t.same(samples(text, 'sos_runs'), [])
  t.same(samples(text, 'sos_database_values_age_seconds'), [])
  t.equal((await scrape('/api/health/ready')).status, 503)
  await admin.query(`alter database ${name} allow_connections true`)
  await eventually(async () => (await scrape('/api/health/ready')).status === 200)
})

t.test('a worker without HTTP serves its metrics', async (t) => {
  const { until, printed } = startService(
    t,
    { DATABASE_URL, METRICS_PORT: '0', NODE_ENV: 'test' },
    'src/worker.js',
  )
  await until('/metrics is served at')
  const [, url = ''] = printed().match(/served at (http:\S+\/metrics)/) ?? []
  const text = await (await fetch(url)).text()
  t.match(text, /^sos_queue_jobs\{queue="scoring-run",state="ready"\} \d+$/m)
})

/** The names under which a metric may stand in an expression. */
function namesOf([, name = '', type]: RegExpMatchArray | RegExpExecArray | string[]): string[] {
  return type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name]
}
