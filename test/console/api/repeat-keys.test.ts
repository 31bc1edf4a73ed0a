import t from 'tap'
import { repeatKeys } from '../../../console/api/repeat-keys.ts'

t.test('a form has one key until it has ended well, whatever is changed in it meanwhile', async (t) => {
  let time = 0
  const keys = repeatKeys(() => time)
  const first = keys.of({ body: { comment: 'Why?' } })
  t.match(first, /^[0-9a-f]{32}$/)
  time = 4 * 60_000
  t.equal(keys.of({ body: { comment: 'Why?' } }), first)
  t.equal(keys.of({ body: { comment: 'Why not?' } }), first, 'the first may have been done')
  keys.forget()
  t.not(keys.of({ body: { comment: 'Why not?' } }), first, 'meant a second time')
})

t.test('what goes to another place has a key of its own', async (t) => {
  const keys = repeatKeys()
  t.not(keys.of({ path: { id: 1 } }), keys.of({ path: { id: 2 } }))
})

t.test('long after, the same request is meant anew', async (t) => {
  let time = 0
  const keys = repeatKeys(() => time)
  const first = keys.of({})
  time = 6 * 60_000
  t.not(keys.of({}), first)
})
