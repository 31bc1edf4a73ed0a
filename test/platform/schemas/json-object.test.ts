import { Ajv } from 'ajv'
import t from 'tap'
import { addJsonObjectLimits } from '../../../src/platform/schemas/json-object.ts'
import { JsonObject } from '../../../src/platform/schemas/schemas.ts'

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
