import t from 'tap'
import { codesOf, decisionOf, lookEvery } from '../../../console/logic/correction-state.ts'

t.test('another person decides a correction, whatever the role', async (t) => {
  const proposed = { status: 'proposed', dry_run: false, requested_by: 3 } as const
  t.equal(decisionOf(proposed, { id: 4, mayWrite: true }), 'decide')
  t.equal(decisionOf(proposed, { id: 3, mayWrite: true }), 'own')
  t.equal(decisionOf(proposed, { id: 15, mayWrite: false }), 'others')
  for (const status of [
    'queued',
    'computing',
    'computed',
    'applying',
    'completed',
    'rejected',
    'failed',
  ] as const)
    t.equal(decisionOf({ ...proposed, status }, { id: 4, mayWrite: true }), null, status)
  t.equal(decisionOf({ ...proposed, dry_run: true }, { id: 4, mayWrite: true }), null)
})

t.test('it is looked at again for as long as something can happen to it', async (t) => {
  for (const status of ['queued', 'computing', 'proposed', 'applying'] as const)
    t.type(lookEvery(status), 'number')
  for (const status of ['computed', 'completed', 'rejected', 'failed'] as const)
    t.equal(lookEvery(status), false)
})

t.test('codes are typed with commas, blanks or in lines, each counts once', async (t) => {
  t.same(codesOf(' S-1001, S-1002\nS-1001;S-1003 '), ['S-1001', 'S-1002', 'S-1003'])
  t.equal(codesOf(' ,\n'), undefined)
})
