import { contains, type Ip, lastIpv4, readIp, readPrefix } from './ip.ts'
import { IPV4_INSIDE, IPV4_RANGES, IPV6_RANGES, PUBLIC_IPV6 } from './special-ranges.ts'

const RANGES = [...IPV4_RANGES, ...IPV6_RANGES].map(([cidr, what]) => ({
  cidr,
  what,
  prefix: readPrefix(cidr),
}))
const PREFIXES_BEFORE_IPV4 = IPV4_INSIDE.map(readPrefix)
const PUBLIC = readPrefix(PUBLIC_IPV6)

/** Why nothing is sent to an IP address, as a sentence; null when it is public. What can't be read is refused. */
export function refusal(address: string): string | null {
  const ip = readIp(address)
  if (!ip) return `The address ${address} can't be read.`
  const inside = PREFIXES_BEFORE_IPV4.some((prefix) => contains(prefix, ip)) ? lastIpv4(ip) : null
  const why = notPublic(inside === null ? ip : (readIp(inside) as Ip))
  if (why === null) return null
  return `The address ${address}${inside === null ? '' : `, which stands for ${inside},`} is not public: ${why}.`
}

function notPublic(ip: Ip): string | null {
  const range = RANGES.find(({ prefix }) => contains(prefix, ip))
  if (range) return `${range.cidr} is ${range.what}`
  if (ip.kind() === 'ipv6' && !contains(PUBLIC, ip)) return `IPv6 outside ${PUBLIC_IPV6} is not given out`
  return null
}

/**
 * Why nothing is sent to a host that needs no look-up, as a sentence: an address in any spelling a URL may use for
 * it (decimal, octal, hexadecimal, short, bracketed, with a last dot), or this machine by name (RFC 6761). Null for
 * public addresses and for all other names, which are checked by what they resolve to.
 */
export function literalRefusal(host: string): string | null {
  const name = canonicalName(host)
  if (!name) return `The host ${host} can't be read.`
  if (name === 'localhost' || name.endsWith('.localhost'))
    return `The host ${host} is not public: it is this machine itself.`
  return readIp(name) ? refusal(name) : null
}

/** The host as URL writes it, which has one spelling for each address, without brackets and last dots. */
function canonicalName(host: string): string | undefined {
  const inUrl = readIp(host)?.kind() === 'ipv6' ? `[${host.replace(/%.*$/, '')}]` : host
  return URL.parse(`http://${inUrl}`)
    ?.hostname.replace(/\.+$/, '')
    .replace(/^\[|\]$/g, '')
}
