import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import t from 'tap'
import { testApp } from '../setup/app.ts'
import { commandsOf, paste } from '../setup/page-commands.ts'
import { missing } from '../setup/programs.ts'
import { freePort } from '../setup/service.ts'

const PAGE = 'docs/webhooks.md'

t.test(
  'the commands of the page, as pasted, show a test and a final score',
  { skip: missing('curl') },
  async (t) => {
    const { app, call, user } = await testApp(t, { WORKER: 'on' })
    await call('bod', 'POST', '/api/sellers', { seller_code: 'S-1018', company_name: 'One of the demo' })
    const last = new Date()
    last.setUTCDate(0)
    await call('bod', 'POST', '/api/sos/monthly/calculate', { period: last.toJSON().slice(0, 7) })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })

    const port = String(await freePort())
    const [, receiver = ''] = /```js\n([\s\S]*?)```/.exec(await readFile(PAGE, 'utf8')) ?? []
    const folder = await mkdtemp('.receiver-') // here, where the package is installed
    t.teardown(() => rm(folder, { recursive: true }))
    await writeFile(`${folder}/receiver.mjs`, receiver.replace('4000', port))
    const [send = '', look = ''] = await commandsOf(PAGE)
    const delivered = `until [ "$(curl -s "$API/api/webhooks/logs?subscription_id=$WEBHOOK&status=delivered" -H "$ME" |
    grep -oE '"event_type":"(webhook.ping|seller.score_finalized)"' | sort -u | wc -l)" = 2 ]; do sleep 0.1; done`
    const printed = await paste(['trap "kill \\$(jobs -p)" EXIT', send, delivered, look], {
      instead: {
        'http://127.0.0.1:3000': url,
        ':4000': `:${port}`,
        'receiver.mjs': `${folder}/receiver.mjs`,
        'X-User-Id: 1': `X-User-Id: ${user.bod.id}`,
      },
    })
    t.match(printed, /^webhook\.ping null/m)
    t.match(printed, /^seller\.score_finalized \d+ \{/m)
    t.match(printed, /"delivered":[1-9]/)
  },
)
