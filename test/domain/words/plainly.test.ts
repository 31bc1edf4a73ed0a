import t from 'tap'
import { plainly, readable } from '../../../src/domain/words/plainly.ts'

const TOLD: [string, string][] = [
  // components and metrics have names
  [
    'Silver: f_score (68.89) is below the 70 that Platinum asks of every component.',
    'Silver: Finance (68.89) is below the 70 that Platinum asks of every component.',
  ],
  ['exception 7 made o_score 12.5 instead.', 'exception 7 made Operations 12.5 instead.'],
  [
    'The score is not rated: on_time_ready_rate asks for 30 orders that were due to be ready.',
    'The score is not rated: Ready on time asks for 30 orders that were due to be ready.',
  ],
  ['return_rate is 3.', 'Returns is 3.'],
  // what is no code of ours stays
  ['A payment_block of S-1001, see a_b.', 'A payment_block of S-1001, see a_b.'],
  // numbers: two decimals, and groups where they are large
  [
    'What was due, 1153442.5 in all, was 8.72 days late in the mean by amount.',
    'What was due, 1,153,442.5 in all, was 8.72 days late in the mean by amount.',
  ],
  [
    '79.7856 less of the stock volume of 166.2176 aged: 0 instead of 79.7856.',
    '79.79 less of the stock volume of 166.22 aged: 0 instead of 79.79.',
  ],
  ['9999 of 10000 orders.', '9999 of 10,000 orders.'],
  ['took 0.001 points.', 'took 0.001 points.'],
  // dates, months, codes and times are no numbers
  [
    'S-20261 of 2026-10, 2026-10-31, INV-123456, 12345/6 and 10:15:30.1234.',
    'S-20261 of 2026-10, 2026-10-31, INV-123456, 12345/6 and 10:15:30.1234.',
  ],
  ['version 1.23456.7', 'version 1.23456.7'],
]

t.test('sentences of the engine are told with names and readable numbers', async (t) => {
  for (const [sentence, told] of TOLD) t.equal(plainly(sentence), told)
})

t.test('a sentence that was told once stays as it is', async (t) => {
  for (const [sentence] of TOLD) t.equal(plainly(plainly(sentence)), plainly(sentence))
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
