import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network a caller's address stands for: an IPv4 address itself, an IPv6 address the /64 that its owner is given
 * whole. What is no address, from a proxy's header say, is one network of its own.
 */
export function networkOf(address: string): string {
  const mapped = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  if (isIPv4(mapped)) return mapped
  if (!isIPv6(mapped)) return 'unknown'
  return `${groupsOf(mapped).slice(0, 4).join(':')}::/64`
}

/** The eight groups of an IPv6 address, each without leading zeros. */
function groupsOf(address: string): string[] {
  const split = (text: string) => text.split(':').filter(Boolean)
  const [head = [], tail = []] = address.replace(/%.*/, '').split('::').map(split)
  const zeros = Array(Math.max(0, 8 - head.length - tail.length)).fill('0')
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16).toString(16))
}
