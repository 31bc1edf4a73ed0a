import t from 'tap'
import { idOrCode } from '../../src/domain/id-or-code.ts'

const NAMES: [name: string, is: object][] = [
  ['7', { id: 7 }],
  ['2147483647', { id: 2147483647 }],
  ['2147483648', { id: 0 }],
  ['9'.repeat(400), { id: 0 }],
  ['S-7', { code: 'S-7' }],
  ['7a', { code: '7a' }],
  ['-7', { code: '-7' }],
]
for (const [name, is] of NAMES)
  t.test(`${name.slice(0, 12)} names a record by ${JSON.stringify(is)}`, async (t) => {
    t.strictSame(idOrCode(name), is)
  })
