import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The network a caller's address stands for: an IPv4 address itself, an IPv6 address the /64 that its owner is given
 * whole. A proxy may write the port behind it; what is no address is one network of its own,
 * and so is none, which a request has whose caller has gone.
 */
export function networkOf(address = ''): string {
  const plain = address.replace(/%.*|(?<=^[\d.]+|\]):\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  if (!isIP(plain)) return 'unknown'
  const ip = ipaddr.process(plain) // an IPv4-mapped address is the IPv4 address
  if (!(ip instanceof ipaddr.IPv6)) return ip.toString()
  return `${ip.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}
