import fc from 'fast-check'
import t from 'tap'
import { arrayLiteral } from '../../../../src/platform/database/statements/arrays.ts'
import { testApp } from '../../../setup/app.ts'

const cases: [string, unknown[], string][] = [
  ['no values', [], '{}'],
  ['missing ones', [null, undefined], '{NULL,NULL}'],
  ['numbers and truth', [1, -2.5, 0, true, false], '{1,-2.5,0,true,false}'],
  ['texts', ['a', '', 'NULL', 'b c'], '{"a","","NULL","b c"}'],
  ['quotes and backslashes', ['"', '\\', '\\"'], '{"\\"","\\\\","\\\\\\""}'],
]
for (const [title, values, literal] of cases)
  t.test(`${title} as an array`, async (t) => {
    t.equal(arrayLiteral(values), literal)
  })

t.test('any text comes through the database as it went in', async (t) => {
  const { app } = await testApp(t)
  const text = fc.string({ unit: 'binary' }).filter((one) => one.isWellFormed() && !one.includes('\0'))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (values) => {
      const row = await app.db.row<{ it: unknown[] }>('select $1::text[] as it', [arrayLiteral(values)])
      t.same(row?.it, values)
    }),
  )
})
