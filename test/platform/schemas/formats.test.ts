import t from 'tap'
import { FORMATS } from '../../../src/platform/schemas/formats.ts'

const isDate = (text: string) => FORMATS.date?.check(text)
const isTimestamp = (text: string) => FORMATS['date-time']?.check(text)

/** Whether the calendar has the day. */
function exists(text: string) {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(text.slice(8))
}

const text = (number: number, digits: number) => String(number).padStart(digits, '0')

t.test('dates and timestamps have the days that the calendar has', async (t) => {
  const wrong: string[] = []
  for (const year of [1970, 2000, 2023, 2024, 2100, 2999])
    for (let month = 0; month <= 13; month++)
      for (let day = 0; day <= 32; day++) {
        const date = `${text(year, 4)}-${text(month, 2)}-${text(day, 2)}`
        if (isDate(date) !== exists(date) || isTimestamp(`${date}T10:00Z`) !== exists(date)) wrong.push(date)
      }
  t.same(wrong, [])
})

t.test('dates, timestamps and months lie in the years 1970 to 2999', async (t) => {
  for (const year of ['0000', '0001', '1900', '1969', '3000', '9999'])
    for (const [name, text] of Object.entries({
      date: `${year}-01-31`,
      'date-time': `${year}-01-31T08:30:00Z`,
      period: `${year}-01`,
    })) {
      t.notOk(FORMATS[name]?.check(text), text)
      t.equal(FORMATS[name]?.about?.(text), 'must lie in the years 1970 to 2999', text)
    }
})

const TIMESTAMPS: [string, boolean][] = [
  ['2026-01-31T08:30:00Z', true],
  ['2026-01-31t08:30:00z', true],
  ['2026-01-31 23:59:59.123456789-14:59', true],
  ['2026-01-31T08:30+0530', true],
  ['2026-01-31T24:00:00Z', false],
  ['2026-01-31T08:30:60Z', false],
  ['2026-01-31T08:30:00', false],
  ['2026-01-31T08:30:00+15:00', false],
  ['2026-01-31T08:30:00.Z', false],
  ['2026-01-31T08:30:00Z\n', false],
  ['0000-01-31T08:30:00Z', false],
]
for (const [value, expected] of TIMESTAMPS)
  t.test(`${JSON.stringify(value)} is ${expected ? 'a' : 'no'} timestamp`, async (t) => {
    t.equal(isTimestamp(value), expected)
  })
