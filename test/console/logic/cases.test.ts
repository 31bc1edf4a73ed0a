import fc from 'fast-check'
import t from 'tap'
import { appealStep, pointsOf } from '../../../console/logic/appeal-step.ts'
import { dayNumber, stripOf } from '../../../console/logic/campaign-strip.ts'
import { amount } from '../../../console/logic/format.ts'
import { canChange, sumsOf, totalOf } from '../../../console/logic/surcharge-sums.ts'
import { linesOf, webAddress } from '../../../console/logic/web-address.ts'

const course = (id: number) => [
  { step: 'submitted', user: { id: 7 } },
  { step: 'ops_review', user: { id } },
]
const head = { id: 3, role: 'admin', mayRecommend: true, mayDecide: true }

t.test('the step that waits for whoever looks', async (t) => {
  const pending = { status: 'pending', course: [] }
  t.equal(appealStep(pending, head), 'recommend')
  t.equal(appealStep(pending, { ...head, mayRecommend: false }), null)
  const recommended = { status: 'under_review', course: course(3) }
  t.equal(appealStep(recommended, head), 'same-head')
  t.equal(appealStep(recommended, { ...head, id: 4 }), 'decide')
  t.equal(appealStep(recommended, { ...head, role: 'bod' }), 'decide', 'the board may make both')
  t.equal(appealStep(recommended, { ...head, id: 5, mayDecide: false }), null)
  t.equal(appealStep({ status: 'approved', course: course(3) }, { ...head, id: 4 }), null)
})

t.test('points are 0 to 100 with at most two decimals', async (t) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000 }),
      (cents) => pointsOf(String(cents / 100)) === cents / 100,
    ),
  )
  for (const wrong of ['', ' ', '-1', '100.01', '12.345', 'many', 'NaN', '1,5'])
    t.equal(pointsOf(wrong), null, `"${wrong}"`)
})

t.test('an amount has the decimals of its currency', async (t) => {
  const digits = (value: number, currency: string) => amount(value, currency).replace(/[^\d.]/g, '')
  t.equal(digits(125.255, 'KWD'), '125.255')
  t.equal(digits(5, 'IQD'), '5.000', 'though nobody pays with them')
  t.equal(digits(5.5, 'HUF'), '5.50')
  t.equal(digits(5, 'EUR'), '5.00')
  t.equal(digits(1500, 'JPY'), '1500')
  const rows = [{ amount: 0.001 }, { amount: 0.002 }, { amount: 125.255 }]
  t.equal(totalOf(rows), 125.258)
})

t.test('only an address of the web is a link', async (t) => {
  t.equal(webAddress('https://example.com/a b'), 'https://example.com/a%20b')
  t.equal(webAddress('http://example.com'), 'http://example.com/')
  for (const wrong of [
    'javascript:alert(1)',
    'JAVASCRIPT://a%0aalert(1)',
    'data:text/html,x',
    'file:///etc',
    'a.pdf',
    '',
  ])
    t.equal(webAddress(wrong), null, wrong)
  t.same(linesOf(' https://a.test \n\n https://b.test'), ['https://a.test', 'https://b.test'])
})

t.test('amounts are added to the cent', async (t) => {
  const state = fc.constantFrom('pending' as const, 'applied' as const, 'waived' as const)
  const rows = fc.array(fc.record({ status: state, cents: fc.integer({ min: 0, max: 1_000_000 }) }))
  fc.assert(
    fc.property(rows, (all) => {
      const sums = sumsOf(all.map(({ status, cents }) => ({ status, amount: cents / 100 })))
      return (['pending', 'applied', 'waived'] as const).every((one) => {
        const own = all.filter(({ status }) => status === one)
        const cents = own.reduce((sum, row) => sum + row.cents, 0)
        return sums[one].count === own.length && sums[one].amount === cents / 100
      })
    }),
  )
  t.equal(totalOf([{ amount: 0.1 }, { amount: 0.2 }]), 0.3)
})

t.test('a waived surcharge stays waived', async (t) => {
  t.same(
    (['pending', 'applied', 'waived'] as const).map((one) => [
      canChange('apply', one),
      canChange('waive', one),
    ]),
    [
      [true, true],
      [false, true],
      [false, false],
    ],
  )
})

t.test('campaigns of a lane do not overlap, and the strip holds all of them', async (t) => {
  const date = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
  const span = fc
    .record({ first: fc.integer({ min: 20_000, max: 20_700 }), days: fc.integer({ min: 0, max: 60 }) })
    .map(({ first, days }) => ({ start_date: date(first), end_date: date(first + days) }))
  fc.assert(
    fc.property(fc.array(span, { minLength: 1, maxLength: 12 }), (spans) => {
      const strip = stripOf(spans)
      if (!strip || strip.bars.length !== spans.length) return false
      const { bars, from, to, lanes } = strip
      return bars.every(
        (one, index) =>
          one.start >= from &&
          one.end <= to &&
          one.lane < lanes &&
          bars.slice(0, index).every((other) => other.lane !== one.lane || other.end <= one.start),
      )
    }),
  )
  t.equal(stripOf([]), null)
  t.equal(dayNumber('2026-03-01') - dayNumber('2026-02-28'), 1)
})
