import { readFile } from 'node:fs/promises'
import t from 'tap'
import { testApp } from '../../setup/app.ts'
import { type Document, losses } from './compatible.ts'

const root = new URL('../../../', import.meta.url)
const read = (file: string) => readFile(new URL(file, root), 'utf8')

const { call } = await testApp(t)
const now: Document = (await call(null, 'GET', '/openapi.json')).body
const released: Document = JSON.parse(await read('test/fixtures/release-0.1.0/openapi.json'))

t.test('what an early document promised still holds, but for what losses.txt names', async (t) => {
  const named = (await read('test/fixtures/release-0.1.0/losses.txt')).trim().split('\n')
  const found = [...new Set(losses(released, now))]
  const isNamed = (loss: string) => named.some((line) => matches(line, loss))
  t.same(
    found.filter((loss) => !isNamed(loss)),
    [],
    'every loss is named',
  )
  const idle = named.filter((line) => line && !found.some((loss) => matches(line, loss)))
  t.same(idle, [], 'nothing is named that is not so')
})

/** A line that begins with … names what is lost in several places. */
const matches = (line: string, loss: string) =>
  line.startsWith('…') ? loss.endsWith(line.slice(1)) : line === loss
