import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isIP } from 'node:net'
import t from 'tap'
import { failureSentence } from '../../plugins/webhooks/delivery/failure.ts'
import { type Lookup, openAgent } from '../../plugins/webhooks/sending/dialer.ts'
import { post } from '../../plugins/webhooks/sending/post.ts'

/** A receiver that must not be reached, on every loopback address there is. */
const server = createServer((_request, response) => response.writeHead(204).end()).listen(0, '::')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
let reached = 0
server.on('connection', () => reached++)
t.teardown(() => {
  server.closeAllConnections()
  server.close()
})

/** A resolver that the test controls: what a real one answers can't be. Each look-up gets the next of the answers. */
const resolver = (...answers: string[][]): Lookup & { asked: number } => {
  const lookup = ((_name, _options, done) => {
    const addresses = answers[Math.min(lookup.asked++, answers.length - 1)] ?? []
    done(
      null,
      addresses.map((address): LookupAddress => ({ address, family: isIP(address) })),
    )
  }) as Lookup & { asked: number }
  lookup.asked = 0
  return lookup
}

/** Posts with the guard on; answers the sentence in which it failed, or the status. */
async function dialled(host: string, lookup?: Lookup, allowPrivate = false) {
  const agent = openAgent({ allowPrivate, lookup })
  const origin = `http://${host}:${port}`
  const { ending, address } = await post(agent, {
    origin,
    path: '/',
    headers: {},
    body: '{}',
    timeout_ms: 2_000,
  })
  await agent.destroy()
  return { said: 'status' in ending ? ending.status : failureSentence(ending.error), address }
}

t.test('literal addresses that are not public are not dialled, however they are spelled', async (t) => {
  const spellings = {
    '2130706433': /loopback/,
    '0.0.0.0': /unspecified/,
    '172.16.0.1': /private/,
    '100.64.0.1': /carrier/,
    '169.254.169.254': /link-local/,
    '[::ffff:7f00:1]': /stands for 127\.0\.0\.1.*loopback/,
    'hooks.localhost': /this machine/,
  }
  for (const [host, why] of Object.entries(spellings)) {
    const { said, address } = await dialled(host)
    t.match(said, why, host)
    t.equal(address, null, `${host} was not dialled`)
  }
  t.equal(reached, 0)
})

t.test('a name is refused when any of its addresses is not public', async (t) => {
  for (const addresses of [['93.184.215.14', '10.0.0.1'], ['::ffff:192.168.0.1']]) {
    const { said } = await dialled('hooks.example.com', resolver(addresses))
    t.match(said, /^The host hooks\.example\.com is refused\. The address .* is not public/, addresses.join())
  }
  t.equal(reached, 0)
})

t.test('a name that turns private between two connections is checked again at each', async (t) => {
  const lookup = resolver(['93.184.215.14'], ['127.0.0.1'])
  const check = await new Promise((done) =>
    lookup('hooks.example.com', { all: true }, (_, found) => done(found)),
  )
  t.same(check, [{ address: '93.184.215.14', family: 4 }], 'public when it was checked')
  const { said } = await dialled('hooks.example.com', lookup)
  t.match(said, /127\.0\.0\.1 is not public/)
  t.equal(lookup.asked, 2, 'it is looked up once for the connection, and dialled where it was checked')
  t.equal(reached, 0)
})

t.test('the address that a socket has reached is checked too', async (t) => {
  // A resolver that shows the guard one address and the connection another, as a system with its own idea might.
  const lookup: Lookup = (_name, _options, done) => {
    const shown = { address: '93.184.215.14', family: 4 }
    let asked = 0
    done(null, [
      Object.defineProperty({ ...shown }, 'address', {
        enumerable: true,
        get: () => (asked++ === 0 ? shown.address : '127.0.0.1'),
      }),
    ])
  }
  const { said, address } = await dialled('hooks.example.com', lookup)
  t.match(said, /The address 127\.0\.0\.1 is not public/)
  t.equal(address, '127.0.0.1')
})

t.test('with the development switch local addresses are dialled', async (t) => {
  t.same(await dialled('127.0.0.1', undefined, true), { said: 204, address: '127.0.0.1' })
  const name = 'hooks.example.com'
  t.same(await dialled(name, resolver(['127.0.0.1']), true), { said: 204, address: '127.0.0.1' })
})
