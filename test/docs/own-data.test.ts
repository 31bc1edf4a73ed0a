import { readdir, readFile } from 'node:fs/promises'
import t from 'tap'
import { buildApp } from '../../src/app.ts'
import { readEnv } from '../../src/env.ts'
import { FEEDS } from '../../src/feeds/index.ts'
import { testSettings } from '../setup/app.ts'
import { createTestDatabase } from '../setup/database.ts'
import { commandsOf, paste } from '../setup/page-commands.ts'
import { missing } from '../setup/programs.ts'

const PAGE = 'docs/own-data.md'
const SAMPLES = 'docs/samples'
const DEMO = 'http://127.0.0.1:3000'

t.test('there is a sample of each feed and of sellers, and no other', async (t) => {
  const names = (await readdir(SAMPLES)).map((file) => file.replace(/\.csv$/, ''))
  t.same(names.toSorted(), [...FEEDS.map(({ name }) => name), 'sellers'].toSorted())
})

t.test(
  'the commands of the page, as pasted, make scores of the samples',
  { skip: missing('curl') },
  async (t) => {
    const app = await buildApp(readEnv({ ...testSettings, DATABASE_URL: await createTestDatabase(t) }))
    t.teardown(() => app.close())
    await app.db.run(
      `insert into users (username, full_name, role, email) values ('me', 'Me', 'bod', 'me@example.com')`,
    )
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const [start = '', ...blocks] = (await commandsOf(PAGE)).slice(0, 6)
    t.match(start, /npm run create-user[\s\S]*npm start/)
    const printed = await paste(blocks, { instead: { [DEMO]: url } })

    const pushed = [...printed.matchAll(/^([\w-]+): (\{.*\})$/gm)].map(([, feed, answer]) => ({
      feed,
      ...JSON.parse(answer as string),
    }))
    t.same(pushed.length, FEEDS.length + 1)
    for (const { feed, received, created, rejected, warnings } of pushed) {
      const lines = (await readFile(`${SAMPLES}/${feed}.csv`, 'utf8')).trim().split('\n').length - 1
      t.same(
        { feed, received, created, rejected, warnings },
        { feed, received: lines, created: lines, rejected: 0, warnings: undefined },
      )
    }

    const text = await readFile(PAGE, 'utf8')
    const shown = /\n```csv\n([\s\S]*?)```\n/.exec(text)?.[1] ?? 'nothing'
    t.ok(printed.includes(shown), printed)
    t.match(shown, /^seller_code,total_sos\nALDER,/)
    const { body } = await app.inject({
      url: '/api/sos/monthly?period=2026-10',
      headers: { 'x-user-id': '1' },
    })
    t.same(
      JSON.parse(body).data.map(({ status, is_rated }: { status: string; is_rated: boolean }) => [
        status,
        is_rated,
      ]),
      Array(3).fill(['final', true]),
    )
  },
)
