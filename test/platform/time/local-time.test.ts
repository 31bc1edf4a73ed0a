import t from 'tap'
import { instantAt } from '../../../src/platform/time/local-time.ts'

const cases: [string, string, string, string][] = [
  ['UTC is what it says', '2026-10-05T10:00', 'UTC', '2026-10-05T10:00:00.000Z'],
  ['summer time', '2026-07-05T10:00:00', 'Europe/Berlin', '2026-07-05T08:00:00.000Z'],
  ['winter time', '2026-12-05T10:00:00.5', 'Europe/Berlin', '2026-12-05T09:00:00.500Z'],
  ['behind UTC', '2026-10-05T22:00', 'America/Sao_Paulo', '2026-10-06T01:00:00.000Z'],
  ['half hours', '2026-10-05T10:00', 'Asia/Kolkata', '2026-10-05T04:30:00.000Z'],
  ['quarters', '2026-10-05T10:00', 'Asia/Kathmandu', '2026-10-05T04:15:00.000Z'],
  ['of two instants the earlier', '2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['the hour after the change', '2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
  ['a time that clocks leave out', '2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['the hour before it', '2026-03-29T01:59:59', 'Europe/Berlin', '2026-03-29T00:59:59.000Z'],
  ['midnight that clocks leave out', '2018-11-04T00:00', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  ['the change behind UTC', '2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
]
for (const [title, local, zone, instant] of cases)
  t.test(`${title}: ${local} in ${zone}`, async (t) => {
    t.equal(instantAt(local, zone), instant)
  })

t.test('a time that no clock shows is none', async (t) => {
  t.equal(instantAt('2026-10-05T25:00', 'Europe/Berlin'), undefined)
})
