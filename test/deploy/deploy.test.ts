import { execFile } from 'node:child_process'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { SETTINGS } from '../../src/settings.ts'
import { findProgram, missing, type Program } from '../setup/programs.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFile(join(root, file), 'utf8')
const unitNames = () => readdir(join(root, 'deploy/systemd'))
const run = promisify(execFile)

/** Runs a program: its exit status and all that it printed. */
const outcome = (program: Program, args: string[], cwd = root) =>
  run(findProgram(program) as string, args, { cwd, env: { PATH: process.env.PATH }, timeout: 60_000 }).then(
    ({ stdout, stderr }) => ({ status: 0, printed: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ status: code as number, printed: `${stdout}${stderr}` }),
  )

t.test('compose.yaml', { skip: missing('docker-compose') }, async (t) => {
  const settings = 'POSTGRES_PASSWORD=a1\nJWT_SECRET=b2\nWEBHOOK_SECRET_KEY=c3\nLOG_ORIGIN=d4\n'
  const folder = t.testdir({ deploy: { pgbouncer: {}, 'sos.env': settings }, none: '' })
  await copyFile(join(root, 'compose.yaml'), join(folder, 'compose.yaml'))
  const config = (file: string) => outcome('docker-compose', ['--env-file', file, 'config'], folder)

  t.test('is valid, with two servers and two workers behind pgbouncer', async (t) => {
    const { status, printed } = await config('deploy/sos.env')
    t.equal(status, 0, printed)
    for (const name of ['postgres', 'pgbouncer', 'migrate', 'server-1', 'server-2', 'worker-1', 'worker-2'])
      t.match(printed, new RegExp(`^  ${name}:$`, 'm'))
    t.match(printed, 'DATABASE_URL: postgres://sos:a1@pgbouncer:6432/sos')
    t.match(printed, 'DATABASE_DIRECT_URL: postgres://sos:a1@postgres:5432/sos')
  })

  t.test('gives each setting of the file to migrate, servers and workers', async (t) => {
    const { printed } = await config('deploy/sos.env')
    t.equal(printed.match(/^ +LOG_ORIGIN: d4$/gm)?.length, 5, printed)
  })

  t.test('says in a sentence which secret is missing and what to do', async (t) => {
    const { status, printed } = await config('none')
    t.not(status, 0)
    t.match(printed, /(JWT_SECRET|WEBHOOK_SECRET_KEY|POSTGRES_PASSWORD) is missing\. .*deploy\/sos\.env/)
  })
})

t.test('a stop has more time than DRAIN_SECONDS and SHUTDOWN_SECONDS', async (t) => {
  for (const [file, grace] of [
    ['compose.yaml', /stop_grace_period: (\d+)s/],
    ['deploy/systemd/sos-server@.service', /TimeoutStopSec=(\d+)/],
    ['deploy/systemd/sos-worker@.service', /TimeoutStopSec=(\d+)/],
  ] as const) {
    const text = await read(file)
    const secondsOf = (name: string) => Number(text.match(`${name}(?:=|: ")(\\d+)`)?.[1] ?? 0)
    const seconds = secondsOf('DRAIN_SECONDS') + secondsOf('SHUTDOWN_SECONDS')
    t.ok(seconds >= 25 && Number(text.match(grace)?.[1]) > seconds + 1, file)
  }
})

t.test('Prometheus scrapes the ports that units and image give', async (t) => {
  const scraped = await read('deploy/prometheus/prometheus.yaml')
  for (const unit of ['sos-server@', 'sos-worker@']) {
    const [, port] = (await read(`deploy/systemd/${unit}.service`)).match(/METRICS_PORT=(\d+)%i/) ?? []
    for (const n of [1, 2]) t.match(scraped, `127.0.0.1:${port}${n}`, `${unit}${n}`)
  }
  const [, port] = (await read('Dockerfile')).match(/METRICS_PORT=(\d+)/) ?? []
  const services = [...(await read('compose.yaml')).matchAll(/^ {2}((?:server|worker)-\d):/gm)]
  t.equal(services.length, 4)
  for (const [, name] of services) t.match(scraped, `${name}:${port}`)
})

t.test('the settings of the examples exist', async (t) => {
  const known = [
    ...Object.keys(SETTINGS.properties),
    'POSTGRES_PASSWORD',
    'DATABASE_DIRECT_URL',
    'METRICS_PORT',
  ]
  const examples = await read('deploy/sos.env.example')
  for (const [, name = ''] of examples.matchAll(/^#? ?([A-Z_]+)=/gm)) t.ok(known.includes(name), name)
  const units = (await Promise.all((await unitNames()).map((unit) => read(`deploy/systemd/${unit}`)))).join(
    '\n',
  )
  for (const [, settings = ''] of units.matchAll(/^Environment=(.*)$/gm))
    for (const setting of settings.split(' ')) t.ok(known.includes(setting.split('=')[0] as string), setting)
})

t.test('the systemd units are valid', { skip: missing('systemd-analyze') }, async (t) => {
  const folder = t.testdir({})
  for (const unit of await unitNames()) {
    const text = await read(`deploy/systemd/${unit}`)
    const here = text.replaceAll('/opt/seller-operating-score', root).replaceAll('User=sos', 'User=root')
    await writeFile(join(folder, unit.replace('@', '@1')), here)
  }
  for (const unit of await readdir(folder)) {
    const { status, printed } = await outcome('systemd-analyze', ['verify', '--man=no', join(folder, unit)])
    const ours = printed.split('\n').filter((line) => line.includes('sos-'))
    t.same([status, ours], [0, []], unit)
  }
})

t.test('what the Dockerfile copies exists', async (t) => {
  const dockerfile = await read('Dockerfile')
  for (const [, names = ''] of dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm))
    for (const name of names.split(' '))
      t.ok((await readdir(root)).includes(name.split('/')[0] as string), name)
})
