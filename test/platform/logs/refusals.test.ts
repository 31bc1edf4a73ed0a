import t from 'tap'
import { countRefusals } from '../../../src/platform/logs/refusals.ts'
import { eventually } from '../../setup/eventually.ts'

t.test('a thousand refusals of an outage are a handful of lines, the last with their number', async (t) => {
  const lines: string[] = []
  let away = true
  const log = { warn: (_about: unknown, message: string) => void lines.push(message) } as never
  const refusals = countRefusals(log, { goesOn: () => away, everyMs: 20 })
  for (let n = 0; n < 500; n++) refusals.add('database_unreachable', { route: '/api/sellers' })
  t.same(lines, ['a request was answered 503; if there are more, they are counted'])
  await eventually(async () => lines.length === 2)
  t.equal(lines[1], '499 more requests were answered 503')
  for (let n = 0; n < 500; n++) refusals.add('database_unreachable', { route: '/api/sellers' })
  away = false
  refusals.end()
  t.match(lines.at(-1), /^1000 requests were answered 503 within \d+\.\d s$/)
  refusals.end()
  t.equal(lines.length, 3, 'it is said once')
})

t.test('a single refusal is a single line', async (t) => {
  const lines: object[] = []
  const log = { warn: (about: object) => void lines.push(about) } as never
  const refusals = countRefusals(log, { goesOn: () => false, everyMs: 5 })
  refusals.add('lock_timeout', { route: '/api/sellers' })
  refusals.end()
  t.same(lines, [{ code: 'lock_timeout', route: '/api/sellers' }])
})
