import accepts from '@fastify/accepts'
import Fastify from 'fastify'
import t from 'tap'
import { prefersCsv } from '../../../src/platform/csv/accept.ts'

const CASES: [string | undefined, boolean, string][] = [
  [undefined, false, 'no header gets JSON'],
  ['', false, 'an empty header gets JSON'],
  ['*/*', false, 'anything gets JSON'],
  ['text/*', false, 'any text gets JSON, for CSV must be named'],
  ['text/html,application/xhtml+xml,*/*;q=0.8', false, 'a browser gets JSON'],
  ['application/json', false, 'JSON gets JSON'],
  ['text/csv', true, 'CSV gets CSV'],
  ['Text/CSV; charset=utf-8', true, 'whatever its case and parameters'],
  ['text/csv, */*', true, 'CSV before anything'],
  ['*/*, text/csv', true, 'CSV beside anything, in either order'],
  ['text/csv;q=0.9, */*', false, 'anything rather than CSV'],
  ['text/csv, */*;q=0.1', true, 'CSV rather than anything'],
  ['text/csv, application/*;q=0.5', true, 'CSV rather than any application type'],
  ['text/csv, application/json', true, 'both, CSV first'],
  ['application/json, text/csv', false, 'both, JSON first'],
  ['application/json;q=0.5, text/csv', true, 'both, CSV preferred'],
  ['application/json, text/csv;q=0.5', false, 'both, JSON preferred'],
  ['text/csv;q=0', false, 'CSV refused'],
  ['text/csv;q=much', false, 'a weight that is no number is none'],
]

const app = Fastify()
await app.register(accepts)
app.get('/', async (request) => prefersCsv(request))

for (const [accept, expected, title] of CASES)
  t.test(`${title}: ${accept}`, async (t) => {
    const headers = accept === undefined ? {} : { accept }
    t.equal((await app.inject({ url: '/', headers })).json(), expected)
  })
