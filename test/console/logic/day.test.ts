import t from 'tap'
import { readDay } from '../../../console/src/records/read-day.ts'
import { fault, isMeant } from '../../../console/src/records/schema.ts'
import { daysLeft, withPoint } from '../../../console/src/ui/format.ts'

t.test('a day is read day first, and nothing else is taken for one', async (t) => {
  for (const typed of '5.6.2026|05.06.2026|5-6-2026|5 jun 2026|5 June 2026|2026-06-05'.split('|'))
    t.equal(readDay(typed), '2026-06-05', typed)
  const days = ['9 Sept 2026', '05/5/2026', '5/05/2026'].map(readDay)
  t.same(days, ['2026-09-09', '2026-05-05', '2026-05-05'])
  const pasted = '30,5|1,250.5|30,000|1,23,4|3.5'.split('|').map(withPoint)
  t.same(pasted, ['30.5', '1250.5', '30000', false, false], 'and a number by its commas')
  for (const typed of '31.11.2026|06/31/2026|05/06/2026|5.6.26|1.1.2207|2026-11-31|abc|5|'.split('|'))
    t.equal(readDay(typed), null, typed)
})

t.test('a last day is not before the first one', async (t) => {
  const last = { name: 'end_date', isRequired: true, isNullable: false, 'x-follows': 'start_date' }
  const told = ['2026-12-04', '2026-12-05'].map((day) => fault(last, day, { start_date: '2026-12-05' }))
  t.same(told, ['Must not be before 5 Dec 2026', null])
  t.equal(fault({ ...last, type: 'string', 'x-refers': '/api/campaigns' }, ''), 'Fill this in')
  const meant = ['am', 'bod'].map((role) => isMeant({ ...last, 'x-when': { role: 'am' } }, { role }))
  t.same([...meant, fault({ ...last, type: 'integer' }, 1.5)], [true, false, 'Enter a whole number'])
})

t.test('a month says how many days are left of it after today', async (t) => {
  const at = (day: number) => new Date(Date.UTC(2026, 10, day - 1, 12))
  const told = [27, 30].map((day) => daysLeft('2026-11', 'Pacific/Kiritimati', at(day)))
  t.same(told, ['3 days left', 'the month ends today'])
})
