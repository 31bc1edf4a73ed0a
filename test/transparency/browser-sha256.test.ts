import { createHash as create, hash as hashOf } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import { createHash, hash } from '../../plugins/transparency/paper/browser/node-crypto.ts'

t.test('the hash of the page is that of Node.js, whatever the length', async (t) => {
  const wrong: number[] = []
  for (let length = 0; length < 300; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 31 + length) & 255)
    const ours = Buffer.from(createHash('sha256').update(bytes).digest()).toString('hex')
    if (ours !== create('sha256').update(bytes).digest('hex')) wrong.push(length)
  }
  t.same(wrong, [])
})

t.test('and whatever the text', async () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => {
      return hash('sha256', text) === hashOf('sha256', text)
    }),
  )
})
