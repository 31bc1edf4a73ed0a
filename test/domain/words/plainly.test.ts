import t from 'tap'
import { plainly, readable } from '../../../src/domain/words/plainly.ts'

const TOLD: [string, string][] = [
  // components and metrics have names
  [
    'Silver: f_score (68.89) is below the 70 that Platinum needs in every component.',
    'Silver: Finance (68.89) is below the 70 that Platinum needs in every component.',
  ],
  [
    'Silver: 7.07 points short of the 80 of Gold; f_score (20.8) is below the 50 that Gold needs in every component.',
    'Silver: 7.07 points below Gold (80); Finance (20.80) is below the 50 that Gold needs in every component.',
  ],
  [
    'Silver: o_score (58) is below the 60 that Gold needs in every component.',
    'Silver: Operations (58.00) is below the 60 that Gold needs in every component.',
  ],
  ['Silver: 0.1 points short of the 80 of Gold.', 'Silver: 0.10 points below Gold (80).'],
  ['exception 7 made o_score 12.5 instead.', 'exception 7 made Operations 12.50 instead.'],
  [
    'The score is not rated: on_time_ready_rate asks for 30 orders that were due to be ready.',
    'The score is not rated: Ready on time asks for 30 orders that were due to be ready.',
  ],
  ['return_rate is 3.', 'Returns is 3.'],
  // one is one
  [
    'It needs at least 1 tickets that were due a reply and there were 0.',
    'It needs at least 1 ticket that was due a reply and there were 0.',
  ],
  ['It needs at least 1 snapshot rows and', 'It needs at least 1 snapshot row and'],
  ['It needs at least 1 invoices due and', 'It needs at least 1 invoice due and'],
  // what is no code of ours stays
  [
    'An appeal of o_score set its raw from 70.2 to 97. The total was computed anew and went from 82.5 to 90.',
    'An appeal about Operations changed its score from 70.20 to 97.00. The total went from 82.50 to 90.00.',
  ],
  ['A payment_block of S-1001, see a_b.', 'A payment_block of S-1001, see a_b.'],
  // numbers: two decimals, and groups where they are large
  [
    'The ¤1153442.5 due was 8.7249 days late on average.',
    'The 1,153,442.50 due was 8.72 days late on average.',
  ],
  [
    'Replace old stock by new (a volume of 79.7856): from 79.7856 old to 0, of 166.2176.',
    'Replace old stock by new (a volume of 79.79): from 79.79 old to 0, of 166.22.',
  ],
  ['9999 of 10000 orders.', '9999 of 10,000 orders.'],
  ['took 0.001 points.', 'took 0.001 points.'],
  // months and days are told as they are called; codes and times are no numbers
  [
    'S-20261 of 2026-10, 2026-10-31, INV-123456, 12345/6 and 10:15:30.1234.',
    'S-20261 of October 2026, 31 October 2026, INV-123456, 12345/6 and 10:15:30.1234.',
  ],
  ['version 1.23456.7', 'version 1.23456.7'],
  ['R-2026-10-1 at 2026-10-01T08:00:00Z, 2026-13.', 'R-2026-10-1 at 2026-10-01T08:00:00Z, 2026-13.'],
]

t.test('sentences of the engine are told with names and readable numbers', async (t) => {
  for (const [sentence, told] of TOLD) t.equal(plainly(sentence), told)
})

t.test('a sentence that was told once stays as it is', async (t) => {
  for (const [sentence] of TOLD) t.equal(plainly(plainly(sentence)), plainly(sentence))
})

t.test('amounts have their currency and its decimals, also where a sentence is told again', async (t) => {
  const told: [string, string | undefined, string][] = [
    ['Pay ¤80 of ¤8000.5, 7 days late.', 'EUR', 'Pay €80.00 of €8,000.50, 7 days late.'],
    ['Pay ¤1234567 in 7 days.', 'JPY', 'Pay JP¥1,234,567 in 7 days.'],
    ['Pay ¤1234.5.', 'CHF', 'Pay CHF\u00a01,234.50.'],
    ['¤96 of the ¤800 due is unpaid.', 'EUR', '€96.00 of the €800.00 due is unpaid.'],
  ]
  for (const [sentence, currency, said] of told) {
    t.equal(plainly(sentence, currency), said)
    t.equal(plainly(said, currency), said)
  }
})

t.test('numbers have at most two decimals, and groups from ten thousand on', async (t) => {
  t.same([0, 0.125, 9999.99, 10_000, 1_234_567.891, -12_345].map(readable), [
    '0',
    '0.13',
    '9999.99',
    '10,000',
    '1,234,567.89',
    '-12,345',
  ])
})
