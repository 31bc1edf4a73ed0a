import { readFile } from 'node:fs/promises'
import t from 'tap'
import { testApp } from '../setup/app.ts'

t.test('the list of jobs names every queue of the service, and its file', async (t) => {
  const readme = await readFile(new URL('../../src/platform/jobs/README.md', import.meta.url), 'utf8')
  const listed = [...readme.matchAll(/^\| `([\w-]+)` .*\| `([\w./-]+)` *\|$/gm)]
  const { app } = await testApp(t)
  const queues = await app.db.rows<{ name: string }>(
    `select name from pgboss.queue where name not like '\\_\\_pgboss%' order by name`,
  )
  t.same(
    listed.map(([, name]) => name),
    queues.map(({ name }) => name),
  )
  for (const [, , file = ''] of listed)
    await t.resolves(readFile(new URL(`../../${file}`, import.meta.url)), file)
})
