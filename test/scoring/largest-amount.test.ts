import t from 'tap'
import { isTooLarge, LARGEST_AMOUNT } from '../../src/scoring/largest-amount.ts'

t.test('an amount is too large from a cent past what can be stored', async (t) => {
  t.equal(LARGEST_AMOUNT, 999_999_999_999.99)
  t.notOk(isTooLarge('0.00'))
  t.notOk(isTooLarge('999999999999.99'))
  t.ok(isTooLarge('1000000000000.00'))
  t.ok(isTooLarge('90000000000000000000000000.01'))
})
