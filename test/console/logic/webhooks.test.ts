import t from 'tap'
import { groupsOf } from '../../../console/logic/attempt-groups.ts'
import { isSignedWith, signatureOf } from '../../../console/logic/signature.ts'

// The example of Standard Webhooks 1.0.
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const CONTENT = 'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}'
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='

t.test('a signature is checked as a receiver does it', async (t) => {
  t.equal(await signatureOf(CONTENT, SECRET), SIGNATURE)
  t.ok(await isSignedWith(CONTENT, `v1,other ${SIGNATURE}`, ` ${SECRET} `))
  t.notOk(await isSignedWith(`${CONTENT} `, SIGNATURE, SECRET))
  t.notOk(await isSignedWith(CONTENT, SIGNATURE, 'whsec_%'))
})

t.test('attempts stand under their events, in the order of the log', async (t) => {
  const attempts = ['b', 'a', 'b'].map((event_id, id) => ({ id, event_id }))
  t.same(
    groupsOf(attempts).map(({ event_id, attempts }) => [event_id, attempts.map(({ id }) => id)]),
    [
      ['b', [0, 2]],
      ['a', [1]],
    ],
  )
})
