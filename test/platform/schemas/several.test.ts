import { Type } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import t from 'tap'
import { readQuery } from '../../../src/platform/schemas/lenient.ts'
import { Several, severalOf } from '../../../src/platform/schemas/schemas.ts'

const query = Type.Object({ status: Type.Optional(Several(['pending', 'applied'])) })
const fits = new Ajv({ strict: false }).compile(query)

t.test('one word or several, in any of the usual forms, are read as one text', async (t) => {
  for (const [given, read] of [
    ['pending', 'pending'],
    ['pending,applied', 'pending,applied'],
    [' pending , applied,', 'pending,applied'],
    [['pending', 'applied'], 'pending,applied'],
    ['PENDING,Applied', 'pending,applied'],
  ] as const) {
    const found = readQuery(query, { status: given })
    t.same(found, { status: read })
    t.ok(fits(found))
  }
})

t.test('other words are left to the check, which refuses them', async (t) => {
  for (const status of ['waived', 'pending,waived', 'pendingapplied', ','])
    t.notOk(fits(readQuery(query, { status })), status)
})

t.test('the words of a text, each once', async (t) => {
  t.same(severalOf('pending,applied,pending'), ['pending', 'applied'])
  t.equal(severalOf(undefined), undefined)
})
