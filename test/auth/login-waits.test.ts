import t from 'tap'
import {
  ACCOUNT_FAILURES,
  type Counter,
  judge,
  MOST_WAIT_SECONDS,
  NETWORK_FAILURES,
  PAIR_FAILURES,
} from '../../plugins/auth/login-waits.ts'

const counter = (fields: Partial<Counter> = {}): Counter => ({
  failures: 0,
  waits: 0,
  ...fields,
})
const WAITS = [1, 2, 4, 8, 16, 32, 60, 60]

t.test('after its free failures an account waits 1, 2, 4 … 60 s for a try from a network', async (t) => {
  for (let failures = 0; failures < PAIR_FAILURES - 1; failures++)
    t.equal(judge({ pair: counter({ failures }) }).pairWaits, 0)
  const waits = WAITS.map((_, n) => judge({ pair: counter({ failures: PAIR_FAILURES - 1 + n }) }).pairWaits)
  t.same(waits, WAITS)
})

t.test('a network that is new to an account under attack waits once before its first try', async (t) => {
  const waits = WAITS.map(
    (_, n) => judge({ pair: counter(), account: counter({ failures: ACCOUNT_FAILURES + n }) }).first,
  )
  t.same(waits, WAITS)
  const account = counter({ failures: 1_000_000 })
  t.equal(judge({ pair: counter(), account }).first, MOST_WAIT_SECONDS)
  t.match(
    judge({ pair: counter({ failures: 1 }), account }),
    { wait: 0, first: 0 },
    'when it has waited it may try',
  )
})

t.test('a network with many failures waits whatever the account', async (t) => {
  const pair = counter()
  t.equal(judge({ pair, network: counter({ failures: NETWORK_FAILURES - 2 }) }).networkWaits, 0)
  t.equal(judge({ pair, network: counter({ failures: NETWORK_FAILURES - 1 }) }).networkWaits, 1)
  t.equal(judge({ pair, network: counter({ failures: NETWORK_FAILURES, waits: 0.4 }) }).wait, 0.4)
})
