import t from 'tap'
import { readDay, readInstant, readMonth } from '../../../plugins/sync/reading/forms.ts'

const midnight = (day: string, offset: string) => {
  const iso = offset.replace(/(\d\d)(\d\d)$/, '$1:$2')
  return `/Date(${Date.parse(`${day}T00:00:00${iso}`)}${offset})/`
}

t.test('the offset of ticks decides the day', async (t) => {
  t.equal(readDay('/Date(1793444400000+1300)/'), '2026-11-01')
  t.equal(readDay('/Date(1790766000000+1300)/'), '2026-10-01')
  t.equal(readDay('/Date(1791763200000+0000)/'), '2026-10-12')
  t.equal(readDay('/Date(1791763200000)/'), '2026-10-12')
  for (const offset of ['+0000', '+1300', '-0500', '+0530', '-1100', '+1245', '+1400'])
    for (const day of ['2026-11-01', '2026-02-28', '1970-01-01'])
      t.equal(readDay(midnight(day, offset)), day, `${day} ${offset}`)
})

t.test('ticks of a time of the day are no date', async (t) => {
  for (const ticks of [
    '/Date(1790810000000+0000)/',
    '/Date(1793444400000+0000)/',
    '/Date(1793444400000+1200)/',
  ])
    t.match(readDay(ticks), /T/, ticks)
})

t.test('ticks that no calendar has, and offsets that no place has, stay as they are', async (t) => {
  for (const ticks of [
    '/Date(999999999999999)/',
    '/Date(1793444400000+1500)/',
    '/Date(1793444400000+1260)/',
  ]) {
    t.equal(readDay(ticks), ticks)
    t.equal(readInstant(ticks, { timeZone: 'UTC', withoutOffset: 0 }, true), ticks)
  }
})

t.test('ticks are an instant, whatever their offset', async (t) => {
  for (const offset of ['', '+0000', '+1300', '-0500'])
    t.equal(
      readInstant(`/Date(1793444400000${offset})/`, { timeZone: 'Asia/Tokyo', withoutOffset: 0 }, false),
      '2026-10-31T11:00:00.000Z',
    )
})

t.test('the first and the last day of a month are the month', async (t) => {
  for (const day of [
    '2026-10-01',
    '2026-10-31',
    '2026-10-31T00:00:00',
    midnight('2026-10-31', '+1300'),
    '2026-10',
  ])
    t.equal(readMonth(day), '2026-10', day)
  for (const [day, month] of [
    ['2024-02-29', '2024-02'],
    ['2026-02-28', '2026-02'],
    ['2026-12-31', '2026-12'],
  ] as const)
    t.equal(readMonth(day), month)
  for (const day of ['2024-02-28', '2026-10-15', '2026-10-30', '2026-02-30', 'October'])
    t.equal(readMonth(day), day)
})
