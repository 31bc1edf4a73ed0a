import { readdir, readFile } from 'node:fs/promises'
import t from 'tap'
import { PRESETS } from '../../plugins/sync/mappings/presets.ts'
import { commandsOf, paste } from '../setup/page-commands.ts'
import { missing } from '../setup/programs.ts'
import { syncApp } from '../sync/sync-app.ts'

const FOLDER = 'docs/sources'
const DEMO = 'http://127.0.0.1:3000'

const pages = (await readdir(FOLDER)).map((file) => `${FOLDER}/${file}`)
const service = await syncApp(t)
const url = await service.app.listen({ host: '127.0.0.1', port: 0 })

for (const page of pages)
  t.test(
    `the commands of ${page}, as pasted, are answered as it says`,
    { skip: missing('curl') },
    async (t) => {
      await service.rows(
        `insert into sellers (seller_code, company_name) values ('S-1018', 'One'), ('S-1019', 'Other')`,
      )
      const shown = [...(await readFile(page, 'utf8')).matchAll(/```json\n([\s\S]*?)```/g)]
      const printed = await paste(await commandsOf(page), {
        instead: { [DEMO]: url, 'X-User-Id: 1': `X-User-Id: ${service.user.system.id}` },
      })
      const answers = printed
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .filter(({ push_id }) => push_id)
      t.equal(answers.length, shown.length, printed)
      for (const [i, [, answer = '']] of shown.entries()) t.match(answers[i], JSON.parse(answer), printed)
      t.notOk(answers.some(({ errors }) => errors.length > 0))
    },
  )

t.test('there is a page for the system of each preset, and other pages link them', async (t) => {
  const others = await Promise.all(
    ['docs/pushing-facts.md', 'docs/own-data.md'].map((page) => readFile(page, 'utf8')),
  )
  for (const { name } of PRESETS) {
    const [system] = name.split('-', 1)
    t.ok(pages.includes(`${FOLDER}/${system}.md`), name)
    t.match(await readFile(`${FOLDER}/${system}.md`, 'utf8'), name)
    for (const text of others) t.match(text, `sources/${system}.md`)
  }
})
