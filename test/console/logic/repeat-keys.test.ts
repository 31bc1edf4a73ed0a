import t from 'tap'
import { repeatKeys } from '../../../plugins/console/pages/api/repeat-keys.ts'

t.test('a request that is sent again has the key that it had, until it has ended well', async (t) => {
  let time = 0
  const keys = repeatKeys(() => time)
  const first = keys.of({ body: { comment: 'Why?' } })
  t.match(first, /^[0-9a-f]{32}$/)
  time = 4 * 60_000
  t.equal(keys.of({ body: { comment: 'Why?' } }), first)
  const changed = keys.of({ body: { comment: 'Why not?' } })
  t.not(changed, first, 'another request')
  keys.forget()
  t.not(keys.of({ body: { comment: 'Why not?' } }), changed, 'meant a second time')
})

t.test('long after, the same request is meant anew', async (t) => {
  let time = 0
  const keys = repeatKeys(() => time)
  const first = keys.of({})
  time = 6 * 60_000
  t.not(keys.of({}), first)
})
