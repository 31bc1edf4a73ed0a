import t from 'tap'
import { statusProblem } from '../../../src/domain/sellers/status.ts'

const STATUSES = ['active', 'suspended', 'terminated']

for (const from of ['active', 'suspended'])
  for (const to of STATUSES)
    t.test(`${from} may become ${to}`, async (t) => t.equal(statusProblem(from, to), undefined))

for (const to of ['active', 'suspended'])
  t.test(`terminated can't become ${to}`, async (t) =>
    t.equal(
      statusProblem('terminated', to),
      `status can't become ${to}: this seller is terminated, which is final`,
    ),
  )

t.test('a terminated seller may stay what it is', async (t) => {
  t.equal(statusProblem('terminated', 'terminated'), undefined)
  t.equal(statusProblem('terminated'), undefined, 'without a status')
})
