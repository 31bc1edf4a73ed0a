import t from 'tap'
import { codesAndIds, idOrCode, lookUp } from '../../src/domain/id-or-code.ts'

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

const LOOKED_UP: [name: string, by: 'code' | 'id' | undefined, code: string, id: number][] = [
  ['7', undefined, '7', 7],
  ['7', 'code', '7', 0],
  ['7', 'id', '', 7],
  ['007', undefined, '007', 0],
  ['0', undefined, '0', 0],
  ['007', 'id', '', 0],
  ['2147483647', undefined, '2147483647', 2147483647],
  ['2147483648', undefined, '2147483648', 0],
  ['S-7', undefined, 'S-7', 0],
  ['S-7', 'id', '', 0],
]
for (const [name, by, code, id] of LOOKED_UP)
  t.test(
    `${name} by ${by ?? 'either'} may be the code ${code || 'of none'} and the id ${id || 'of none'}`,
    async (t) => {
      t.same(lookUp(name, by), [code, id])
      t.same(codesAndIds([name], by), { codes: code ? [name] : [], ids: id ? [name] : [] })
    },
  )
