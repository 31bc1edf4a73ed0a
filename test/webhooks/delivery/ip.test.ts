import { BlockList } from 'node:net'
import fc from 'fast-check'
import t from 'tap'
import { contains, type Ip, lastIpv4, readIp, readPrefix } from '../../../plugins/webhooks/delivery/ip.ts'

/** All bits of an address as one number. */
const hexadecimal = (ip: Ip | null) =>
  ip
    ?.toByteArray()
    .reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
    .toString(16)

t.test('an address is read in every spelling of it', async (t) => {
  const cases: [string, string[]][] = [
    ['7f000001', ['127.0.0.1']],
    ['0', ['::', '0:0:0:0:0:0:0:0', '0::0', '::0.0.0.0']],
    ['ffff7f000001', ['::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:FFFF:7F00:0001']],
    ['fe800000000000000000000000000001', ['fe80::1', 'FE80::1', 'fe80:0::0:1', 'fe80::1%eth0', 'fe80::1%1']],
    ['20010db8000000000001000000000000', ['2001:db8:0:0:1::', '2001:0db8::1:0:0:0']],
  ]
  for (const [value, spellings] of cases)
    for (const spelling of spellings)
      await t.test(spelling, async (t) => t.equal(hexadecimal(readIp(spelling)), value))
})

t.test('what is no address is not read', async (t) => {
  for (const text of [
    '',
    'example.com',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '0x7f.0.0.1',
    '010.0.0.1',
    ':::',
    '[::1]',
    '::1/128',
  ])
    await t.test(JSON.stringify(text), async (t) => t.equal(readIp(text), null))
})

t.test('a text that is no block is an error', async (t) => {
  t.throws(() => readPrefix('example.com/8'), { message: /is no CIDR block/ })
})

t.test('an address is in a block when node:net says so', async () => {
  const cases = fc.oneof(
    fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 }), fc.ipV4(), fc.constant('ipv4' as const)),
    fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 }), fc.ipV6(), fc.constant('ipv6' as const)),
  )
  fc.assert(
    fc.property(cases, ([base, length, address, family]) => {
      const list = new BlockList()
      list.addSubnet(base, length, family)
      const prefix = readPrefix(`${base}/${length}`)
      return [base, address].every((one) => {
        const ip = readIp(one)
        return ip !== null && contains(prefix, ip) === list.check(one, family)
      })
    }),
    { examples: [[['::0.0.0.0', 81, '::', 'ipv6']]] },
  )
})

t.test('the last 32 bits of an address are an IPv4 address', async () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const ip = readIp(`64:ff9b::${address}`)
      return ip !== null && lastIpv4(ip) === address
    }),
  )
})
