import t from 'tap'
import { areNetworks } from '../../../src/platform/schemas/formats.ts'

const NETWORKS = [
  '10.0.0.1',
  '10.0.0.0/8',
  '10.0.0.1/32',
  '::1',
  '2001:DB8::/32',
  '::ffff:10.0.0.1',
  '10.0.0.0/8, 192.168.0.0/16,fc00::/7',
]
for (const text of NETWORKS) t.test(`${text} is meant`, async (t) => t.ok(areNetworks(text)))

const OTHERS = [
  '',
  'on',
  '1',
  'proxy.example.com',
  '10.0.0.0/0',
  '10.0.0.0/33',
  '::/129',
  '10.0.0.0/',
  '10.0.0.0/255.0.0.0',
  '10.0.0',
  '010.0.0.1',
  'fe80::1%eth0',
  '10.0.0.1,',
  '10.0.0.1 10.0.0.2',
]
for (const text of OTHERS) t.test(`"${text}" is refused`, async (t) => t.notOk(areNetworks(text)))
