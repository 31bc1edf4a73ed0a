import t from 'tap'
import { atLeast, misfits, type Shape } from './shape.ts'

const SHAPE = { name: 'string', age: 'integer?', tags: ['up|down'] } as const

const cases: [string, Shape, unknown, string[]][] = [
  ['what fits', SHAPE, { name: 'a', age: null, tags: ['up'] }, []],
  ['a missing field', SHAPE, { name: 'a', tags: ['up'] }, ['the answer.age is missing']],
  ['a field too many', { a: 'true' }, { a: true, b: 1 }, ['the answer.b should not be there']],
  ['a field more where that is open', atLeast({ a: 'true' }), { a: true, b: 1 }, []],
  ['another type', { a: 'number' }, { a: '1' }, ['the answer.a is no number: "1"']],
  ['a fraction', { a: 'integer' }, { a: 1.5 }, ['the answer.a is no integer: 1.5']],
  [
    'another word',
    SHAPE,
    { name: 'a', age: 1, tags: ['left'] },
    ['the answer.tags[0] is no up|down: "left"'],
  ],
  [
    'an empty list',
    SHAPE,
    { name: 'a', age: 1, tags: [] },
    ['the answer.tags is empty, so it shows nothing'],
  ],
  ['null', { a: { b: 'string' } }, { a: null }, ['the answer.a is no object: null']],
]

for (const [what, shape, value, found] of cases)
  t.test(`${what}: ${found[0] ?? 'no misfit'}`, async (t) => {
    t.same(misfits(shape, value), found)
  })

t.test('a kind that is none is an error', async (t) => {
  t.throws(() => misfits('strnig', 'a'), { message: 'strnig is no kind' })
})
