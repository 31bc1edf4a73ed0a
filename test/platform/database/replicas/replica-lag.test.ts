import t from 'tap'
import { createReplicaLag } from '../../../../src/platform/database/replicas/replica-lag.ts'

t.test('a primary that nobody writes to does not make its replica late', async (t) => {
  const lag = createReplicaLag()
  for (const at of [0, 2_000, 3_600_000]) lag.see({ primary: '0/FF', replica: '0/FF', at })
  t.equal(lag.ms(), 0)
})

t.test('the lag is the age of the oldest position that the replica lacks', async (t) => {
  const lag = createReplicaLag()
  lag.see({ primary: '0/10', replica: '0/F', at: 1_000 })
  t.equal(lag.ms(), 0, 'it may be on its way')
  lag.see({ primary: '0/20', replica: '0/F', at: 3_000 })
  t.equal(lag.ms(), 2_000)
  lag.see({ primary: '0/30', replica: '0/10', at: 5_000 })
  t.equal(lag.ms(), 2_000, 'it has the first, and lacks the second')
  lag.see({ primary: '0/30', replica: '0/30', at: 7_000 })
  t.equal(lag.ms(), 0)
})

t.test('positions are numbers of two halves', async (t) => {
  const lag = createReplicaLag()
  lag.see({ primary: '1/0', replica: '0/FFFFFFFF', at: 0 })
  lag.see({ primary: '1/0', replica: '0/FFFFFFFF', at: 500 })
  t.equal(lag.ms(), 500)
  lag.see({ primary: '1/0', replica: 'A/0', at: 1_000 })
  t.equal(lag.ms(), 0)
})
