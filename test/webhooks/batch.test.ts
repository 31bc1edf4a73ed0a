import t from 'tap'
import { emptiedBy, newBatch } from '../../plugins/webhooks/sending/batch.ts'

t.test('a batch is empty with the last of its deliveries, not before', async (t) => {
  const [one, other] = [
    { ...newBatch(), left: 2 },
    { ...newBatch(), left: 1 },
  ]
  t.same(emptiedBy([]), [])
  t.same(emptiedBy([{ batch: null }, { batch: one }]), [])
  t.same(emptiedBy([{ batch: one }, { batch: other }, { batch: null }]), [other])
  t.same(emptiedBy([{ batch: one }, { batch: other }, { batch: one }]), [one, other])
})
