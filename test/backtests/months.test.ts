import t from 'tap'
import { shiftPeriod } from '../../src/domain/business-time.ts'
import { finishedMonths } from '../../src/domain/finished-months.ts'

t.test('a period is shifted by months in any year', async (t) => {
  const cases: [string, number, string][] = [
    ['2026-11', 0, '2026-11'],
    ['2026-11', 2, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-05', -29, '2023-12'],
    ['0100-01', -1, '0099-12'],
    ['0099-12', 1, '0100-01'],
    ['0001-01', 1, '0001-02'],
    ['0001-03', -24, '0000-01'],
    ['9999-11', 1, '9999-12'],
    ['9999-11', 2, '9999-12'],
  ]
  for (const [period, months, shifted] of cases)
    t.equal(shiftPeriod(period, months), shifted, `${period} by ${months}`)
})

t.test('months of the first century are counted as any others', async (t) => {
  t.same(finishedMonths('0001-01', '0001-03', '2026-11'), ['0001-01', '0001-02', '0001-03'])
  t.equal(finishedMonths('0098-02', '0100-01', '2026-11').length, 24)
  t.throws(() => finishedMonths('0098-01', '0100-01', '2026-11'), /more than 24 months/)
})
