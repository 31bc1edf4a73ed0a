import { readFile } from 'node:fs/promises'
import t from 'tap'
import { syncApp } from './sync-app.ts'

// The example of docs/pushing-facts.md: what it sends is answered as it says.

const page = await readFile(new URL('../../docs/pushing-facts.md', import.meta.url), 'utf8')
const [, section = ''] = page.split('## What the answer says')
const [, table = ''] = /printf '([^']*)'/.exec(section) ?? []
const [, answer = ''] = /```json\n([\s\S]*?)```/.exec(section) ?? []

t.test('the answer is the one that the page shows', async (t) => {
  const { pushTable, rows } = await syncApp(t)
  await rows(`insert into sellers (seller_code, company_name) values ('S-1018', 'Shown')`)
  const { body } = await pushTable('orders', table.replaceAll('\\n', '\n'))
  const shown = JSON.parse(answer)
  t.match(body.push_id, /^[0-9a-f-]{36}$/)
  t.same({ ...body, push_id: shown.push_id }, shown)
})
