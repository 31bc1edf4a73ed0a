import t from 'tap'
import { addWarnings } from '../../src/sdk/add-warnings.ts'

t.test('what two parts say of some records is said once, of all of them', async (t) => {
  const of = (records: string) => `redy_at is no field of orders (${records}); did you mean ready_at?`
  t.same(addWarnings([], [of('1 record')]), [of('1 record')])
  const two = addWarnings([of('4,999 records'), 'Another.'], [of('1 record'), 'Another.', 'A third.'])
  t.same(two, [of('5,000 records'), 'Another.', 'A third.'])
  t.same(addWarnings(two, [of('5,000 records')]), [of('10,000 records'), 'Another.', 'A third.'])
})
