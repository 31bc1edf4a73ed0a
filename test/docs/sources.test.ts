import { readFile } from 'node:fs/promises'
import t from 'tap'
import { PRESETS } from '../../plugins/sync/mappings/presets.ts'
import { commandsOf, paste } from '../setup/page-commands.ts'
import { missing } from '../setup/programs.ts'
import { syncApp } from '../sync/sync-app.ts'

const PAGE = 'docs/sources.md'
const DEMO = 'http://127.0.0.1:3000'
const text = await readFile(PAGE, 'utf8')

t.test(
  'the commands of the page, as pasted, are answered as it says',
  { skip: missing('curl') },
  async (t) => {
    const service = await syncApp(t)
    const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
    await service.rows(
      `insert into sellers (seller_code, company_name) values ('S-1018', 'One'), ('S-1019', 'Other')`,
    )
    const shown = [...text.matchAll(/```json\n([\s\S]*?)```/g)]
    const printed = await paste(await commandsOf(PAGE), {
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

t.test('it has a heading for the system of each preset', async (t) => {
  for (const { name } of PRESETS) {
    const [system = ''] = name.split('-', 1)
    t.match(text, new RegExp(`^## ${system}[^]*?\`${name}\``, 'im'), name)
  }
})
