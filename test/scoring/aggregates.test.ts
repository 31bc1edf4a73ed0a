import t from 'tap'
import { AGGREGATE_NAMES, normalAggregates, readAggregates } from '../../src/scoring/aggregates.ts'
import { isAlwaysNamed } from '../../src/scoring/scored-feeds.ts'

t.test('absent and null aggregates are 0', async (t) => {
  const facts = readAggregates({ orders: null }, 31)
  t.equal(facts.orders.n, 0n)
  t.equal(facts.invoiced_amount.n, 0n)
  t.equal(facts.elapsed_days.n, 31n)
})

t.test('the same amount written differently is the same input', async (t) => {
  t.strictSame(
    normalAggregates({ invoiced_amount: '3.00', unpaid_amount: '10.50', orders: 100 }),
    normalAggregates({ invoiced_amount: '3', unpaid_amount: '10.5', orders: '100', tickets: null }),
  )
})

t.test(
  'every aggregate of the first release is in the normal form, an added one where it is not 0',
  async (t) => {
    const first = Object.keys(normalAggregates({}))
    t.equal(first.length, 25)
    t.strictSame(first, AGGREGATE_NAMES.filter(isAlwaysNamed))
    t.same(Object.keys(normalAggregates({ returns: 0 })), first)
    t.match(normalAggregates({ returns: 2 }), { returns: '2' })
  },
)

t.test('an aggregate that is no number is refused', async (t) => {
  t.throws(() => readAggregates({ orders: 'many' }, 31), { message: '"many" is not a decimal number' })
})
