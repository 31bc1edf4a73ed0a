import fc from 'fast-check'
import t from 'tap'
import {
  arrayLiteral,
  type BinaryType,
  binaryArray,
} from '../../../../src/platform/database/statements/arrays.ts'
import { testApp } from '../../../setup/app.ts'

const { app } = await testApp(t)

const two = (most: number) => fc.integer({ min: 0, max: most }).map((n) => String(n).padStart(2, '0'))
const date = fc
  .date({
    min: new Date('1970-01-01T00:00:00Z'),
    max: new Date('2999-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((at) => at.toISOString().slice(0, 10))
const seconds = fc.oneof(
  fc.constant(''),
  two(59).map((text) => `:${text}`),
  fc.tuple(two(59), fc.stringMatching(/^[0459]{1,9}$/)).map(([text, more]) => `:${text}.${more}`),
)
const offset = fc.oneof(
  fc.constantFrom('Z', 'z'),
  fc
    .tuple(fc.constantFrom('+', '-'), two(14), fc.constantFrom(':', ''), two(59))
    .map((parts) => parts.join('')),
)
const instant = fc
  .tuple(date, fc.constantFrom('T', 't', ' '), two(23), two(59), seconds, offset)
  .map(([day, t, hour, minute, second, zone]) => `${day}${t}${hour}:${minute}${second}${zone}`)

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

const VALUES: Record<BinaryType, fc.Arbitrary<unknown>> = {
  int: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  bool: fc.boolean(),
  text: fc
    .oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ unit: 'grapheme-ascii' }))
    .filter((one) => one.isWellFormed() && !one.includes('\0')),
  date,
  'timestamptz(3)': instant,
}
for (const [type, values] of Object.entries(VALUES) as [BinaryType, fc.Arbitrary<unknown>][])
  t.test(`an array of ${type} is what its text is`, async (t) => {
    const sameAsText = fc.asyncProperty(fc.array(fc.option(values)), async (all) => {
      const literal = `{${all.map((value) => (value === null ? 'NULL' : quoted(String(value)))).join()}}`
      const bytes = binaryArray(type, all)
      const row = await app.db.one<{ same: boolean; it: string; text: string }>(
        `select $1::${type}[] is not distinct from $2::${type}[] as same, $1::${type}[]::text as it,
                $2::${type}[]::text as text`,
        [bytes, literal],
      )
      if (!row.same) t.equal(row.it, row.text)
      return row.same
    })
    await fc.assert(sameAsText, { numRuns: 300 })
  })

t.test('what is no value of the type throws', async (t) => {
  t.throws(() => binaryArray('timestamptz(3)', ['soon']))
  t.throws(() => binaryArray('date', ['soon']))
  t.throws(() => binaryArray('int', [2 ** 31]))
})

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
  const text = fc.string({ unit: 'binary' }).filter((one) => one.isWellFormed() && !one.includes('\0'))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (values) => {
      const row = await app.db.row<{ it: unknown[] }>('select $1::text[] as it', [arrayLiteral(values)])
      t.same(row?.it, values)
    }),
  )
})
