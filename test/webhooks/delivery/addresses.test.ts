import { BlockList, SocketAddress } from 'node:net'
import fc from 'fast-check'
import t from 'tap'
import { literalRefusal, refusal } from '../../../plugins/webhooks/delivery/addresses.ts'

/** Every block that is not public, with its first and last address and the public neighbours before and after it. */
const IPV4_BLOCKS: [first: string, last: string, before: string | null, after: string | null][] = [
  ['0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '255.255.255.255', '223.255.255.255', null],
]

const notPublic = new BlockList()
for (const [first, last] of IPV4_BLOCKS) notPublic.addRange(first, last)

const numberOf = (ipv4: string) => ipv4.split('.').reduce((value, part) => value * 256 + Number(part), 0)
const dotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.')
const groups = (ipv4: string) =>
  `${(numberOf(ipv4) >>> 16).toString(16)}:${(numberOf(ipv4) & 0xffff).toString(16)}`

/** An address in one of the blocks. */
const special = fc
  .constantFrom(...IPV4_BLOCKS)
  .chain(([first, last]) => fc.integer({ min: numberOf(first), max: numberOf(last) }).map(dotted))

t.test('both ends of every IPv4 block are refused, and their neighbours are not', async (t) => {
  for (const [first, last, before, after] of IPV4_BLOCKS) {
    for (const address of [first, last]) t.type(refusal(address), 'string', address)
    for (const address of [before, after]) if (address) t.equal(refusal(address), null, address)
  }
})

t.test('any IPv4 address is refused exactly when it is in a block', async () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.ipV4(), special),
      (address) => (refusal(address) !== null) === notPublic.check(address),
    ),
    { numRuns: 1000 },
  )
})

t.test('an IPv4 address that is refused is refused in every wrapping of IPv6', async () => {
  fc.assert(
    fc.property(special, (ipv4) =>
      [
        `::ffff:${ipv4}`,
        `::ffff:${groups(ipv4)}`,
        `0:0:0:0:0:ffff:${groups(ipv4)}`,
        `::${ipv4}`,
        `::ffff:0:${ipv4}`,
        `64:ff9b::${ipv4}`,
        `64:ff9b::${groups(ipv4)}`,
        `64:ff9b:1::${ipv4}`,
        `2002:${groups(ipv4)}::1`,
        `2001:0:${groups(ipv4)}::1`,
      ].every((address) => refusal(address) !== null),
    ),
  )
})

t.test('an IPv4 address that is refused is refused in every spelling of a URL', async () => {
  const octal = (value: number) => `0${value.toString(8)}`
  fc.assert(
    fc.property(special, (ipv4) => {
      const [a, b, c, d] = ipv4.split('.').map(Number) as [number, number, number, number]
      return [
        ipv4,
        `${ipv4}.`,
        `${numberOf(ipv4)}`,
        `0x${numberOf(ipv4).toString(16)}`,
        octal(numberOf(ipv4)),
        [a, b, c, d].map(octal).join('.'),
        [a, b, c, d].map((part) => `0x${part.toString(16)}`).join('.'),
        `${a}.${b}.${c * 256 + d}`,
        `${a}.${(b * 256 + c) * 256 + d}`,
        `[::ffff:${ipv4}]`,
        `[64:ff9b::${ipv4}]`,
        `::ffff:${ipv4}`,
      ].every((host) => literalRefusal(host) !== null)
    }),
  )
})

t.test('IPv6 addresses that are refused', async (t) => {
  const cases: [string, RegExp][] = [
    ['::', /unspecified/],
    ['::1', /loopback/],
    ['0:0:0:0:0:0:0:1', /loopback/],
    ['::2', /not given out/],
    ['::8.8.8.8', /not given out/],
    ['fd00:ec2::254', /unique-local/],
    ['fd20:ce::254', /unique-local/],
    ['fd12:3456::1', /unique-local/],
    ['fc00::', /unique-local/],
    ['fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', /unique-local/],
    ['fe80::1', /link-local/],
    ['fe80::1%eth0', /link-local/],
    ['febf::1', /link-local/],
    ['fec0::1', /site-local/],
    ['ff02::1', /multicast/],
    ['64:ff9b:1::1', /rfc6052/],
    ['100::1', /discard/],
    ['100:0:0:1::1', /not given out/],
    ['2001::1', /teredo/],
    ['2001:2::1', /benchmarking/],
    ['2001:1f:ffff::1', /orchid/],
    ['2001:20::1', /orchid/],
    ['2001:30::1', /drone/],
    ['2001:1::1', /reserved/],
    ['2001:db8::1', /reserved/],
    ['2002:808:808::1', /6to4/],
    ['2620:4f:8000::1', /as112/],
    ['3fff:fff::1', /reserved/],
    ['5f00::1', /segment-routing/],
    ['1fff::1', /not given out/],
    ['4000::1', /not given out/],
  ]
  for (const [address, why] of cases) {
    t.match(refusal(address), why, address)
    t.match(literalRefusal(address), why, address)
    if (!address.includes('%')) t.match(literalRefusal(`[${address}]`), why, address)
  }
})

t.test('public addresses are not refused', async (t) => {
  const ipv6 = ['2606:4700:4700::1111', '2a00:1450::1', '2001:200::1', '2001:db7::1', '3ffe::1']
  for (const address of ['8.8.8.8', '1.1.1.1', ...ipv6, '::ffff:8.8.8.8', '64:ff9b::8.8.8.8']) {
    t.equal(refusal(address), null, address)
    t.equal(literalRefusal(address), null, address)
  }
})

t.test('outside 2000::/3 only what wraps a public IPv4 address is public', async () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const canonical = new SocketAddress({ family: 'ipv6', address }).address
      return refusal(address) !== null || /^[23]...:|^::ffff:|^64:ff9b:/.test(canonical)
    }),
  )
})

t.test('the sentence names the address, its range and the address inside', async (t) => {
  t.equal(refusal('10.1.2.3'), 'The address 10.1.2.3 is not public: its range is private.')
  t.equal(
    refusal('::ffff:a9fe:a9fe'),
    'The address ::ffff:a9fe:a9fe, which stands for 169.254.169.254, is not public: its range is link-local.',
  )
})

t.test('what can not be read as an address is refused', async (t) => {
  for (const text of ['', 'example.com', '1.2.3', '999.1.1.1']) t.match(refusal(text), /can't be read/, text)
})

t.test('hosts of a URL that are refused without a look-up', async (t) => {
  const here = ['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'a.b.localhost.', 'ⓛocalhost']
  const numbers = ['127.1', '0', '0x7f.1', '017700000001', '127.0.0.1..', '[::1]', '[::ffff:127.0.0.1]']
  const disguised = ['１２７.０.０.１', '①②⑦.⓪.⓪.①', '%31%32%37.0.0.1', '127。0。0。1']
  for (const host of [...here, ...numbers, ...disguised, '', 'a b', '1.2.3.4.5'])
    t.type(literalRefusal(host), 'string', JSON.stringify(host))
})

t.test('other names are checked by what they resolve to', async (t) => {
  const like = ['localhost.example.com', 'notlocalhost', '127.0.0.1.example.com']
  for (const host of ['example.com', 'receiver', 'xn--bcher-kva.example', ...like])
    t.equal(literalRefusal(host), null, host)
})
