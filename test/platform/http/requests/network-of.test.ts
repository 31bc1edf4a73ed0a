import t from 'tap'
import { networkOf } from '../../../../src/platform/http/requests/network-of.ts'

for (const [address, network] of [
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:4711', '192.0.2.7'],
  ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['nonsense', 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
] as const)
  t.test(`${address ?? 'the address of nobody'} stands for ${network}`, async (t) => {
    t.equal(networkOf(address), network)
  })
