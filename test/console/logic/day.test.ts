import t from 'tap'
import { readDay } from '../../../console/src/records/read-day.ts'

t.test('a day is read day first, and nothing else is taken for one', async (t) => {
  for (const typed of '5.6.2026|05.06.2026|05/06/2026|5-6-2026|5 jun 2026|5 June 2026|2026-06-05'.split('|'))
    t.equal(readDay(typed), '2026-06-05', typed)
  t.equal(readDay('9 Sept 2026'), '2026-09-09')
  for (const typed of ['31.11.2026', '06/31/2026', '5.6.26', '2026-11-31', 'abc', '5', ''])
    t.equal(readDay(typed), null, typed)
})
