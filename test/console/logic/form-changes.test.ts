import fc from 'fast-check'
import t from 'tap'
import { changesOf, differingOf, mergedOf, writtenOf } from '../../../console/logic/form-changes.ts'

const FIELDS = [{ name: 'name' }, { name: 'email' }, { name: 'warehouse_id', isNumber: true }]

t.test('a form sends what differs, in the types of the service', async (t) => {
  const before = writtenOf(FIELDS, { name: 'Nadia', email: null, warehouse_id: 3, role: 'bod' })
  t.same(before, { name: 'Nadia', email: '', warehouse_id: '3' })
  t.same(changesOf(FIELDS, before, before), {})
  const after = { name: ' Nadia R ', email: 'n@example.com', warehouse_id: '7' }
  t.same(changesOf(FIELDS, after, before), { name: 'Nadia R', email: 'n@example.com', warehouse_id: 7 })
  t.same(changesOf(FIELDS, { ...before, warehouse_id: '' }, before), { warehouse_id: null })
})

t.test('a list is sent as a list, and an emptied one is empty', async (t) => {
  const fields = [{ name: 'warehouses', isList: true }]
  const before = writtenOf(fields, { warehouses: ['1', '7'] })
  t.same(before, { warehouses: '1,7' })
  t.same(changesOf(fields, { warehouses: '1,7,9' }, before), { warehouses: ['1', '7', '9'] })
  t.same(changesOf(fields, { warehouses: '' }, before), { warehouses: [] })
})

t.test('after somebody else has saved, what was typed stands and the rest is theirs', async (t) => {
  const base = { name: 'a', email: 'b', warehouse_id: '1' }
  const mine = { ...base, name: 'mine' }
  const theirs = { ...base, name: 'theirs', email: 'theirs' }
  t.same(mergedOf(mine, base, theirs), { name: 'mine', email: 'theirs', warehouse_id: '1' })
  t.same(differingOf(mine, base, theirs), ['name', 'email'])
})

const written = fc.record({ name: fc.string(), email: fc.string(), warehouse_id: fc.string() })

t.test('a merge loses neither version', async () => {
  fc.assert(
    fc.property(written, written, written, (mine, base, theirs) => {
      const merged = mergedOf(mine, base, theirs)
      for (const name of ['name', 'email', 'warehouse_id'] as const)
        if (merged[name] !== (mine[name] === base[name] ? theirs[name] : mine[name])) return false
      return differingOf(base, base, base).length === 0
    }),
  )
})
