import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { createTestDatabase } from '../setup/database.ts'
import { blockOf, commandsOf, paste } from '../setup/page-commands.ts'
import { missing } from '../setup/programs.ts'
import { freePort, startService } from '../setup/service.ts'

const PAGE = 'docs/install.md'
const block = await blockOf(PAGE)

t.test(
  'the page leads from its settings to a key for a machine, as pasted',
  { skip: missing('curl') },
  async (t) => {
    const DATABASE_URL = await createTestDatabase(t, { empty: true })
    const folder = t.testdir({})
    const PORT = String(await freePort())
    const METRICS_PORT = String(await freePort())
    const instead = {
      '/etc/seller-operating-score': folder,
      '/root': folder,
      'postgres://sos:$PASSWORD@127.0.0.1:6432/sos': DATABASE_URL,
      'postgres://sos:$PASSWORD@127.0.0.1:5432/sos': DATABASE_URL,
      '127.0.0.1:3001': `127.0.0.1:${PORT}`,
      '127.0.0.1:9101': `127.0.0.1:${METRICS_PORT}`,
    }
    await paste([block('LOG_ORIGIN=')], { instead })
    const written = await readFile(join(folder, 'env'), 'utf8')
    const settings = Object.fromEntries(
      [...written.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    )
    const service = startService(t, {
      ...settings,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT,
      METRICS_PORT,
    })
    await service.until('Server listening')

    const used = [block('--username ada'), block('LOGIN='), block('api-keys'), block('/metrics')]
    used.push(block('ada.headers'), `curl -s "$API/api/warehouses" -H "$ME"`)
    const printed = await paste(used, { instead })
    t.match(printed, /Created user 1 \(ada, bod\)\./)
    t.match(printed, /The password of ada is \S+/)
    t.match(printed, /^\{"period":.*"total_sellers":0.*\}$/m, 'ada sees the dashboard')
    t.match(printed, /^X-User-Id: 2, Authorization: Bearer sos_\S+$/m)
    t.match(printed, /^\{"data":\[\{"feed":"orders".*\}$/m, 'the key sees what was pushed')
    t.match(printed, /^sos_queue_oldest_job_age_seconds\{.*\n\{"data":\[\]/m, 'ME of own-data.md logs ada in')
  },
)

t.test('nginx asks each server again as soon as it is back', async (t) => {
  const servers = '{ server 127.0.0.1:3001 max_fails=0; server 127.0.0.1:3002 max_fails=0; }'
  t.match(await readFile('deploy/nginx/sos.conf', 'utf8'), `upstream sos ${servers}`)
})

t.test('what waits for a start asks every second, and gives up after minutes', async (t) => {
  for (const page of [PAGE, 'docs/day2.md'])
    for (const [line] of (await readFile(page, 'utf8')).matchAll(/^.*--retry-connrefused.*$/gm))
      t.match(line, '-sS --retry 120 --retry-delay 1 ', page)
})

t.test('every block of commands is one of bash', async (t) => {
  for (const page of [PAGE, 'docs/day2.md'])
    for (const one of await commandsOf(page))
      t.equal(await paste([`set -n\n${one.replaceAll(/<[^<>]+>/g, 'x')}`]), '', one)
})
