import { readFile } from 'node:fs/promises'
import t from 'tap'
import { DATE_FIELD, plain, written } from '../../../../src/platform/database/statements/records.ts'
import { Prisma } from '../../../../src/platform/prisma/client.ts'

t.test('a record reads as the same row does from a statement', async (t) => {
  const record = {
    id: 7n,
    total_sos: new Prisma.Decimal('72.93'),
    start_date: new Date('2026-11-01T00:00:00Z'),
    effective_to: null,
    created_at: new Date('2026-11-21T08:30:00Z'),
    metadata: { deep: [{ kept: true }], odd: { toStringTag: '[object Decimal]' } },
    warehouse: { code: 'WH-1', updated_at: new Date('2026-11-20T00:00:00Z') },
  }
  t.same(plain(record), {
    id: 7,
    total_sos: 72.93,
    start_date: '2026-11-01',
    effective_to: null,
    created_at: '2026-11-21T08:30:00.000Z',
    metadata: { deep: [{ kept: true }], odd: { toStringTag: '[object Decimal]' } },
    warehouse: { code: 'WH-1', updated_at: '2026-11-20T00:00:00.000Z' },
  })
})

t.test('a date is written as its midnight; none stays none', async (t) => {
  const fields = { start_date: '2026-11-01', paid_on: null, effective_to: undefined, name: '2026-11-01' }
  t.same(written(fields), { ...fields, start_date: new Date('2026-11-01T00:00:00Z') })
})

t.test('columns of type date, and no others, are named as dates', async (t) => {
  const schema = await readFile(new URL('../../../../prisma/schema.prisma', import.meta.url), 'utf8')
  const columns = [...schema.matchAll(/^ {2}(\w+) +DateTime\??.*@db\.(\w+)/gm)]
  t.ok(columns.length > 50)
  for (const [, name = '', type] of columns)
    t.equal(DATE_FIELD.test(name), type === 'Date', `${name} is a ${type}`)
})
