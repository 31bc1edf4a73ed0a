import t from 'tap'
import { documentedWord, sameWord } from '../../src/scoring/open-word.ts'

for (const text of ['payment_block', 'Payment Block', ' PAYMENT-BLOCK ', 'payment  block'])
  t.test(`${JSON.stringify(text)} is payment_block`, async (t) => t.ok(sameWord(text, 'payment_block')))

t.test('other letters make another word', async (t) => {
  t.notOk(sameWord('paymentblock', 'payment_block'))
  t.notOk(sameWord('payment_block_2', 'payment_block'))
})

t.test('a known word is stored as it is documented, any other as it is written', async (t) => {
  const known = ['payment_block', 'planning_overload']
  t.equal(documentedWord(known, ' Payment Block '), 'payment_block')
  t.equal(documentedWord(known, 'PLANNING-OVERLOAD'), 'planning_overload')
  t.equal(documentedWord(known, ' Late Labels'), 'Late Labels')
})
