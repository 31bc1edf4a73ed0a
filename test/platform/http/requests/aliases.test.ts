import { Type } from '@sinclair/typebox'
import t from 'tap'
import { withDocumentedNames } from '../../../../src/platform/http/requests/lenient-requests.ts'

const schema = Type.Object({ url: Type.String(), count: Type.Optional(Type.Integer()) })
const read = (body: unknown) =>
  withDocumentedNames(schema, { url: ['target_url', 'endpoint'], count: ['number'] }, body)

t.test('a field is read under each of its names', async (t) => {
  for (const name of ['url', 'target_url', 'endpoint']) t.same(read({ [name]: 'a' }), { url: 'a' }, name)
  t.same(read({ number: '7', other: 1 }), { count: 7, other: 1 })
})

t.test('two names with one value are one field, and an empty one is none', async (t) => {
  t.same(read({ url: 'a', endpoint: 'a' }), { url: 'a' })
  t.same(read({ count: 7, number: '7' }), { count: 7 })
  t.same(read({ target_url: null, endpoint: 'a' }), { url: 'a' })
})

t.test('two names with different values are refused', async (t) => {
  t.throws(() => read({ target_url: 'a', endpoint: 'b' }), {
    statusCode: 400,
    message: 'target_url and endpoint are the same field and have different values: send url alone',
  })
})

t.test('a null is kept for the check when nothing else is sent, under each name', async (t) => {
  t.same(read({ url: null }), { url: null })
  t.same(read({ target_url: null, endpoint: null }), { url: null })
  t.same(read({ number: null }), {}, 'and is none where the field may be left out')
})

t.test('what is no object stays as it is', async (t) => {
  for (const body of [undefined, null, 'x', [1]]) t.equal(read(body), body)
})
