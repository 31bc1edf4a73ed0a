import { validateHeaderName, validateHeaderValue } from 'node:http'
import fc from 'fast-check'
import t from 'tap'
import { headerProblem, headersProblem } from '../../../plugins/webhooks/delivery/headers.ts'

t.test('headers that a subscription may set', async (t) => {
  const headers = {
    Authorization: 'Bearer abc',
    'x-tenant': 'north 7',
    cookie: 'a=b; c=d',
    'X-Api-Key': 'k',
    accept: '*/*',
  }
  t.equal(headersProblem(headers), null)
  t.equal(headersProblem({}), null)
})

t.test('headers that the service or the connection sets', async (t) => {
  const ours = ['webhook-id', 'Webhook-Signature', 'webhook-anything', 'user-agent', 'date', 'expect']
  const ofBody = [
    'Content-Type',
    'content-length',
    'content-encoding',
    'accept-encoding',
    'transfer-encoding',
  ]
  const ofConnection = ['host', 'Connection', 'keep-alive', 'upgrade', 'te', 'trailer', 'http2-settings']
  for (const name of [...ours, ...ofBody, ...ofConnection, 'proxy-authorization'])
    t.match(headerProblem(name, 'x'), `must not hold ${name}`)
})

t.test('names and values that are none', async (t) => {
  const cases: [string, string, RegExp][] = [
    ['', 'x', /is not the name/],
    ['x y', 'x', /is not the name/],
    ['x:y', 'x', /is not the name/],
    [':path', 'x', /is not the name/],
    ['x-ü', 'x', /is not the name/],
    ['x\r\nhost', 'x', /is not the name/],
    ['x'.repeat(101), 'x', /at most 100 characters/],
    ['x-a', '', /not empty/],
    ['x-a', ' ', /printable ASCII/],
    ['x-a', 'b ', /blanks at its ends/],
    ['x-a', '\tb', /printable ASCII/],
    ['x-a', 'b\r\nhost: evil', /printable ASCII/],
    ['x-a', 'b\0', /printable ASCII/],
    ['x-a', 'ü', /printable ASCII/],
    ['x-a', 'b'.repeat(1001), /at most 1000 characters/],
  ]
  for (const [name, value, sentence] of cases)
    t.match(headerProblem(name, value), sentence, JSON.stringify([name, value]).slice(0, 60))
})

t.test('too many headers, and one header twice', async (t) => {
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`x-${index}`, 'x']))
  t.match(headersProblem(many), /at most 20 headers, not 21/)
  t.match(headersProblem({ 'x-a': '1', 'X-A': '2' }), /X-A twice/)
  t.match(headersProblem({ 'x-a': '1', host: 'x' }), /must not hold host/)
})

t.test('no sentence repeats a value', async (t) => {
  t.notMatch(headerProblem('authorization', 'Bearer hunter2\n'), /hunter2/)
})

t.test('node:http takes whatever is allowed', async () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (name, value) => {
      if (headerProblem(name, value) !== null) return
      validateHeaderName(name)
      validateHeaderValue(name, value)
    }),
  )
})
