import { Type } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import t from 'tap'
import { OpenWord } from '../../../src/domain/field-schemas.ts'
import { addJsonObjectLimits } from '../../../src/platform/schemas/json-object.ts'
import { readObject, readQuery } from '../../../src/platform/schemas/lenient.ts'
import {
  CalendarDate,
  ChangesOf,
  ignoring,
  JsonObject,
  Nullable,
  OneOf,
  PageQuery,
  readAs,
  Several,
  severalOf,
  Text,
} from '../../../src/platform/schemas/schemas.ts'

const schema = Type.Object({
  name: Text(),
  company: Type.Optional(Text(50, { format: 'word' })),
  note: Nullable(Text()),
  nickname: Type.Optional(Text()),
  days: Type.Optional(Type.Integer()),
  is_active: Type.Optional(Type.Boolean()),
  from: Type.Optional(CalendarDate()),
  kind: Type.Optional(OpenWord(['payment_block'])),
  status: Type.Optional(OneOf(['open'])),
  password: Type.Optional(Type.String({ format: 'password' })),
  status_or_none: Type.Optional(Nullable(OneOf(['under_review', 'final']))),
  tags: Type.Optional(Nullable(Type.Array(Type.String()))),
  events: Type.Optional(Type.Array(OneOf(['seller.tier_changed', '*']))),
  inner: Type.Optional(Type.Object({ total: Type.Optional(Type.Number()) })),
})

const CASES: [string, object, object][] = [
  ['a number where a text is asked', { name: 7 }, { name: '7' }],
  ['a number where a word is asked', { company: 4711 }, { company: '4711' }],
  ['a text where a number is asked', { days: ' 30 ' }, { days: 30 }],
  ['a text that is no number stays for the check', { days: '3O' }, { days: '3O' }],
  ['more digits than a number holds stay', { days: '12345678901234567' }, { days: '12345678901234567' }],
  ['0 and 1 where true or false is asked', { is_active: 1 }, { is_active: true }],
  ['"false" where true or false is asked', { is_active: 'false' }, { is_active: false }],
  ['a midnight timestamp where a date is asked', { from: '2026-03-01T00:00:00Z' }, { from: '2026-03-01' }],
  ['midnight elsewhere is a date', { from: '2026-03-01T00:00:00.000+07:00' }, { from: '2026-03-01' }],
  ['the last second of a day is a date', { from: '2026-03-01T23:59:59.999Z' }, { from: '2026-03-01' }],
  ['midnight elsewhere in UTC stays', { from: '2026-02-28T23:00:00Z' }, { from: '2026-02-28T23:00:00Z' }],
  ['any other timestamp stays', { from: '2026-03-01T08:00:00Z' }, { from: '2026-03-01T08:00:00Z' }],
  ['a blank text of a field that may be null', { note: '  ' }, { note: null }],
  ['a blank text of a field that may be left out', { nickname: '' }, {}],
  ['null in a field that may be left out', { nickname: null, days: null }, {}],
  ['a required text of blanks alone is missing', { name: '  ' }, {}],
  ['marks that nobody sees are no date', { from: ' \u202e' }, { from: '\u202e' }],
  ['marks that nobody sees are an empty text, which the check refuses', { note: '\u202e' }, { note: '' }],
  ['marks that nobody sees are no list that is empty', { tags: '\u202e' }, { tags: ['\u202e'] }],
  ['null in a required field stays for the check', { name: null }, { name: null }],
  ['a known word in another spelling', { kind: 'Payment Block' }, { kind: 'payment_block' }],
  ['an unknown word as written', { kind: ' Late Fee' }, { kind: 'Late Fee' }],
  ['a closed word stays as it is', { status: 1 }, { status: 1 }],
  ['a closed word in any case', { status: ' OPEN ' }, { status: 'open' }],
  [
    'a closed word with a blank for _',
    { status_or_none: 'Under Review' },
    { status_or_none: 'under_review' },
  ],
  ['a word that is not in the list stays for the check', { status: 'Opened' }, { status: 'Opened' }],
  ['blanks around a date', { from: ' 2026-03-01 ' }, { from: '2026-03-01' }],
  ['blanks around a name stay', { name: ' A ' }, { name: ' A ' }],
  ['one text where a list is asked', { tags: 'a' }, { tags: ['a'] }],
  [
    'words of a list in any case, and others as written',
    { events: ['Seller.Tier-Changed', '*', 'Other', 7] },
    { events: ['seller.tier_changed', '*', 'Other', 7] },
  ],
  ['an empty text where a list is asked that may be null, and means all', { tags: '' }, { tags: '' }],
  ['an object where a list is asked stays for the check', { tags: { a: 1 } }, { tags: { a: 1 } }],
  ['a number where a list is asked stays for the check', { tags: 7 }, { tags: 7 }],
  ['a password of blanks stays as it is', { password: '   ' }, { password: '   ' }],
  ['fields of an object in the body', { inner: { total: '70.5' } }, { inner: { total: 70.5 } }],
  ['unknown fields stay for the check', { typo: '' }, { typo: '' }],
]
for (const [title, given, wanted] of CASES)
  t.test(title, async (t) => {
    t.same(readObject(schema, given), wanted)
  })

t.test('__proto__ stays an unknown field', async (t) => {
  const read = readObject(schema, JSON.parse('{"__proto__": {"name": "x"}}')) as object
  t.same(Object.keys(read), ['__proto__'])
  t.notOk('name' in read)
})

t.test('what is no object stays as it is', async (t) => {
  for (const value of [null, [], 'x', 1, undefined]) t.equal(readObject(schema, value), value)
})

t.test('a change ignores what else the record shows', async (t) => {
  const record = Type.Object({ id: Type.Integer(), name: Text(), created_at: Type.String() })
  const changes = ChangesOf({ name: Text() }, record)
  t.same(readObject(changes, { id: 1, name: 'x', created_at: 'y', typo: 1 }), { name: 'x', typo: 1 })
})

t.test('a change leaves a blank or null for a field that must have a value to the check', async (t) => {
  const changes = ChangesOf({ name: Text(), note: Nullable(Text()), days: Type.Integer() }, Type.Object({}))
  t.same(readObject(changes, { name: '  ', note: ' ', days: null }), { name: '', note: null, days: null })
})

t.test('a create may ignore what a read shows beside its fields', async (t) => {
  const body = ignoring(Type.Object({ name: Text() }), 'lacks')
  t.same(readObject(body, { name: 'x', lacks: ['y'], typo: 1 }), { name: 'x', typo: 1 })
})

t.test('an empty value in a query is absent, and so is _', async (t) => {
  const query = Type.Object({ status: Type.Optional(Type.String()), ...PageQuery })
  t.same(readQuery(query, { status: '', _: '1', page: '2', typo: 'x' }), { page: '2', typo: 'x' })
})

t.test('a parameter is a word in any case, and may end in []', async (t) => {
  const query = Type.Object({
    status: Type.Optional(OneOf(['draft', 'under_review'])),
    name: Type.Optional(Text()),
  })
  t.same(readQuery(query, { status: 'Under-Review' }), { status: 'under_review' })
  t.same(readQuery(query, { 'status[]': 'DRAFT', 'name[]': 'a' }), { status: 'draft', name: 'a' })
  t.same(readQuery(query, { 'typo[]': 'a' }), { 'typo[]': 'a' }, 'an unknown one stays for the check')
  const twice = { status: ['draft', 'draft'], name: ['a', 'b'] }
  t.same(readQuery(query, twice), { ...twice, status: 'draft,draft' }, 'and so do several where one is asked')
})

t.test('a limit above 500 becomes 500', async (t) => {
  const query = Type.Object(PageQuery)
  t.same(readQuery(query, { limit: '1000' }), { limit: '500' })
  t.same(readQuery(query, { limit: 'x' }), { limit: 'x' })
})

t.test('a body that may be left out is read like any other', async (t) => {
  const body = Nullable(Type.Object({ reviewed_by: Type.Optional(Text()) }))
  t.same(readObject(body, { reviewed_by: 7 }), { reviewed_by: '7' })
  t.equal(readObject(body, null), null)
})

t.test('a field may be read in a way of its own', async (t) => {
  const own = Type.Object({ code: readAs(Type.String(), (value) => `<${value}>`) })
  t.same(readObject(own, { code: 'a' }), { code: '<a>' })
})

const several = Type.Object({ status: Type.Optional(Several(['pending', 'applied'])) })
const fitsSeveral = new Ajv({ strict: false }).compile(several)

t.test('one word or several, in any of the usual forms, are read as one text', async (t) => {
  for (const [given, read] of [
    ['pending', 'pending'],
    ['pending,applied', 'pending,applied'],
    [' pending , applied,', 'pending,applied'],
    [['pending', 'applied'], 'pending,applied'],
    ['PENDING,Applied', 'pending,applied'],
  ] as const) {
    const found = readQuery(several, { status: given })
    t.same(found, { status: read })
    t.ok(fitsSeveral(found))
  }
})

t.test('other words are left to the check, which refuses them', async (t) => {
  for (const status of ['waived', 'pending,waived', 'pendingapplied', ','])
    t.notOk(fitsSeveral(readQuery(several, { status })), status)
})

t.test('the words of a text, each once', async (t) => {
  t.same(severalOf('pending,applied,pending'), ['pending', 'applied'])
  t.equal(severalOf(undefined), undefined)
})

const ajv = new Ajv({ strict: false })
addJsonObjectLimits(ajv)
const fits = ajv.compile(JsonObject({ maxBytes: 20 }))
const fitsDepth = ajv.compile(JsonObject())
const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) })

t.test('an object of at most so many bytes fits', async (t) => {
  t.equal(fits({ a: 'x'.repeat(12) }), true)
  t.equal(fits({ a: 'x'.repeat(13) }), false)
  t.equal(fits({ a: 'é'.repeat(6) }), true, 'bytes, not characters')
  t.equal(fits({ a: 'é'.repeat(7) }), false)
})

t.test('an object that is nested too deep does not', async (t) => {
  t.equal(fitsDepth(nested(20)), true)
  t.equal(fitsDepth(nested(21)), false)
})

t.test('an object with a number that nothing holds does not, wherever it is', async (t) => {
  t.equal(fitsDepth(JSON.parse('{"a":[[{"b":1e309}]]}')), false)
  t.equal(fitsDepth(JSON.parse('{"a":-1e400}')), false)
  t.equal(fitsDepth({ a: [[{ b: 1e308 }]] }), true)
})

t.test('nothing but an object fits', async (t) => {
  for (const value of [null, [], 'x', 1, true]) t.equal(fits(value), false, JSON.stringify(value))
})
