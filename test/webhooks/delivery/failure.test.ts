import t from 'tap'
import { RefusedAddress } from '../../../plugins/webhooks/delivery/addresses.ts'
import { failureSentence } from '../../../plugins/webhooks/delivery/failure.ts'

const coded = (code: string) => Object.assign(new Error('technical words'), { code })
const named = (name: string) => Object.assign(new Error('technical words'), { name })

t.test('what went wrong is said in words', async (t) => {
  const cases: [unknown, string][] = [
    [coded('UND_ERR_CONNECT_TIMEOUT'), 'No connection to the receiver was made in time.'],
    [coded('UND_ERR_HEADERS_TIMEOUT'), 'The receiver did not answer in time.'],
    [new DOMException('late', 'TimeoutError'), 'The receiver did not answer in time.'],
    [new DOMException('stopped', 'AbortError'), 'The attempt was stopped before the receiver answered.'],
    [coded('ECONNREFUSED'), 'The receiver refused the connection: nothing listens at its address and port.'],
    [coded('ECONNRESET'), 'The connection was reset before the receiver answered.'],
    [coded('UND_ERR_SOCKET'), 'The receiver closed the connection before it answered.'],
    [coded('EHOSTUNREACH'), "The receiver's address can't be reached."],
    [coded('ENOTFOUND'), "The receiver's host name does not resolve to an address."],
    [coded('EAI_AGAIN'), "The receiver's host name could not be looked up."],
    [coded('CERT_HAS_EXPIRED'), "TLS failed: the receiver's certificate has expired."],
    [coded('CERT_NOT_YET_VALID'), "TLS failed: the receiver's certificate is not valid yet."],
    [coded('ERR_TLS_CERT_ALTNAME_INVALID'), "TLS failed: the receiver's certificate is for another name."],
    [coded('DEPTH_ZERO_SELF_SIGNED_CERT'), "TLS failed: the receiver's certificate is self-signed."],
    [coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), "TLS failed: the receiver's certificate is not trusted."],
    [
      coded('ERR_SSL_WRONG_VERSION_NUMBER'),
      'TLS failed: no secure connection could be agreed on with the receiver.',
    ],
    [named('HTTPParserError'), 'The receiver answered something that is not HTTP.'],
    [coded('UND_ERR_HEADERS_OVERFLOW'), "The headers of the receiver's answer are too large."],
    [coded('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'), "The receiver's answer was cut off."],
    [new RefusedAddress('The address 10.0.0.1 is not public.'), 'The address 10.0.0.1 is not public.'],
    [new Error('too\n odd.'), 'The attempt failed: too odd.'],
    [new Error(''), 'The attempt failed: for an unknown reason.'],
    ['what?', 'The attempt failed: for an unknown reason.'],
  ]
  for (const [error, sentence] of cases) t.equal(failureSentence(error), sentence)
})

t.test('an error is found behind the one that carries it', async (t) => {
  const refused = failureSentence(coded('ECONNREFUSED'))
  t.equal(failureSentence(new Error('outer', { cause: coded('ECONNREFUSED') })), refused)
  t.equal(failureSentence(new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')])), refused)
})

t.test('a refused address is named before all else', async (t) => {
  const error = new AggregateError([coded('ECONNREFUSED'), new RefusedAddress('Not public.')])
  t.equal(failureSentence(error), 'Not public.')
})

t.test('an error that is its own cause comes to an end', async (t) => {
  const error = new Error('round and round')
  error.cause = error
  t.equal(failureSentence(error), 'The attempt failed: round and round.')
})

t.test('an endless message is cut', async (t) => {
  t.ok(failureSentence(new Error('x'.repeat(100_000))).length < 400)
})
