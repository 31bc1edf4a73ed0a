import t from 'tap'
import { transitionProblem } from '../../plugins/surcharges/states.ts'
import type { SurchargeStatus } from '../../src/domain/events/surcharge-record.ts'

const moves: [from: SurchargeStatus, to: SurchargeStatus, problem: string | null][] = [
  ['pending', 'applied', null],
  ['pending', 'waived', null],
  ['applied', 'waived', null],
  ['applied', 'pending', "status can't become pending: this surcharge is applied"],
  ['waived', 'pending', "status can't become pending: this surcharge is waived, which is final"],
  ['waived', 'applied', "status can't become applied: this surcharge is waived, which is final"],
]
for (const [from, to, problem] of moves)
  t.test(`${from} to ${to} ${problem ? 'is refused' : 'is possible'}`, async (t) => {
    t.equal(transitionProblem(from, to), problem)
  })
