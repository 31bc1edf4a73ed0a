/**
 * The ranges no event is sent to, with what each one is. From the IANA IPv4 and IPv6 Special-Purpose Address
 * Registries, whole blocks where they only assign parts, and including the few entries that are globally reachable
 * (no receiver lives there); from the multicast registries; and the metadata addresses of cloud providers, one of
 * which (Azure's) is an ordinary public address. The first range that holds an address gives its name.
 */
export const IPV4_RANGES: [cidr: string, what: string][] = [
  ['169.254.169.254/32', "the metadata service of the machine's cloud"],
  ['100.100.100.200/32', "the metadata service of the machine's cloud"],
  ['168.63.129.16/32', "a service of the machine's cloud"],
  ['192.0.0.192/32', "the metadata service of the machine's cloud"],
  ['0.0.0.0/8', 'the unspecified network'],
  ['10.0.0.0/8', 'for private networks'],
  ['100.64.0.0/10', 'shared by the customers of a carrier'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'for private networks'],
  ['192.0.0.0/24', 'reserved for protocols'],
  ['192.0.2.0/24', 'for documentation'],
  ['192.31.196.0/24', 'reserved for AS112'],
  ['192.52.193.0/24', 'reserved for AMT'],
  ['192.88.99.0/24', '6to4 relay anycast'],
  ['192.168.0.0/16', 'for private networks'],
  ['192.175.48.0/24', 'reserved for AS112'],
  ['198.18.0.0/15', 'for benchmarks'],
  ['198.51.100.0/24', 'for documentation'],
  ['203.0.113.0/24', 'for documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['255.255.255.255/32', 'broadcast'],
  ['240.0.0.0/4', 'reserved'],
]

export const IPV6_RANGES: [cidr: string, what: string][] = [
  ['fd00:ec2::254/128', "the metadata service of the machine's cloud"],
  ['fd20:ce::254/128', "the metadata service of the machine's cloud"],
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['::/96', 'for IPv4-compatible addresses, which are out of use'],
  ['::ffff:0:0:0/96', 'for IPv4-translated addresses'],
  ['64:ff9b:1::/48', 'for local translation to IPv4 (NAT64)'],
  ['100::/64', 'for discarding'],
  ['100:0:0:1::/64', 'a dummy prefix'],
  ['2001::/32', 'Teredo'],
  ['2001:2::/48', 'for benchmarks'],
  ['2001:10::/28', 'ORCHID'],
  ['2001:20::/28', 'ORCHID'],
  ['2001:30::/28', 'for drone identifiers'],
  ['2001::/23', 'reserved for protocols'],
  ['2001:db8::/32', 'for documentation'],
  ['2002::/16', '6to4'],
  ['2620:4f:8000::/48', 'reserved for AS112'],
  ['3fff::/20', 'for documentation'],
  ['5f00::/16', 'for segment routing'],
  ['fc00::/7', 'for private networks'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'site-local'],
  ['ff00::/8', 'multicast'],
]

/** The only part of IPv6 from which public addresses are given out so far (IANA IPv6 Global Unicast Assignments). */
export const PUBLIC_IPV6 = '2000::/3'

/**
 * Addresses whose last 32 bits are the IPv4 address that is really dialled: IPv4-mapped, and the well-known prefix of
 * NAT64, which networks without IPv4 put before every IPv4 address (RFC 6147).
 */
export const IPV4_INSIDE = ['::ffff:0:0/96', '64:ff9b::/96']
