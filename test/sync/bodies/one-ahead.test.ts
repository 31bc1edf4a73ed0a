import t from 'tap'
import { oneAhead } from '../../../plugins/sync/push.ts'

/** Items whose making is written down, up to a failure. */
function items(made: string[], failsAt = Number.POSITIVE_INFINITY) {
  return (async function* () {
    try {
      for (let n = 1; n <= 4; n++) {
        if (n === failsAt) throw new Error('no more')
        made.push(`made ${n}`)
        yield n
      }
    } finally {
      made.push('ended')
    }
  })()
}

t.test('each item is there once, in order, and the next is made before the one before is done', async (t) => {
  const seen: string[] = []
  for await (const n of oneAhead(items(seen))) seen.push(`took ${n}`)
  t.same(seen, [
    ...['made 1', 'made 2', 'took 1', 'made 3', 'took 2', 'made 4', 'took 3'],
    ...['ended', 'took 4'],
  ])
})

t.test('an error comes after the items before it', async (t) => {
  const seen: string[] = []
  const all = async () => {
    for await (const n of oneAhead(items(seen, 3))) seen.push(`took ${n}`)
  }
  await t.rejects(all, { message: 'no more' })
  t.same(seen, ['made 1', 'made 2', 'took 1', 'ended', 'took 2'])
})

t.test('who leaves ends the items, and an error that was made ahead is nobody’s', async (t) => {
  const seen: string[] = []
  for await (const n of oneAhead(items(seen, 2))) {
    seen.push(`took ${n}`)
    break
  }
  t.same(seen, ['made 1', 'ended', 'took 1'])
})
