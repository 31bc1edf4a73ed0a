import t from 'tap'
import { areNetworks, FORMATS } from '../../../src/platform/schemas/formats.ts'

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

const UNSEEN = [
  ...'\u0007\u00ad\u061c\u115f\u180e\u200b\u200d\u200f\u202e\u2066\u2028\u2800\u3164\ufe0f\ufeff\ufff9',
  ...'\u{e0041}\u0085\u00a0\\',
]
const OF_USERS = [
  'https://ada:secret@example.com/bill.pdf',
  'https://example.com@other.test/',
  'https://:secret@example.com/',
  'https://@example.com/',
  'HTTPS://ada@example.com',
]

t.test('a URL holds nothing that is not seen, and no user', async (t) => {
  const says = (url: string) => [FORMATS.uri?.check(url), FORMATS.uri?.about?.(url)]
  const ofUnseen =
    'must have no spaces, backslashes or characters that are not seen, such as marks of text direction'
  for (const mark of UNSEEN)
    for (const url of [`https://example.com/bill${mark}fdp.exe`, `https://exam${mark}ple.com/bill.pdf`])
      t.same(says(url), [false, ofUnseen], encodeURI(url))
  for (const url of OF_USERS) t.same(says(url), [false, 'must not hold a user name or password'], url)
  for (const url of [
    'https://example.com/%E2%80%AE/@ada?to=a@b.test',
    'https://bücher.example/rechnung-ä.pdf',
  ])
    t.same(says(url), [true, undefined], url)
})

t.test('networks are addresses with a length that is not 0', async (t) => {
  for (const text of ['10.0.0.1', '10.0.0.0/8', '10.0.0.1/32', '::1', '2001:DB8::/32', '::ffff:10.0.0.1'])
    t.ok(areNetworks(text), text)
  t.ok(areNetworks('10.0.0.0/8, 192.168.0.0/16,fc00::/7'))
  for (const text of ['', 'on', '1', 'proxy.example.com', '10.0.0', '010.0.0.1', 'fe80::1%eth0'])
    t.notOk(areNetworks(text), text)
  for (const length of ['/0', '/33', '/', '/255.0.0.0', ',', ' 10.0.0.2'])
    t.notOk(areNetworks(`10.0.0.0${length}`), length)
  t.notOk(areNetworks('::/129'))
})
