import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

type Ip = ipaddr.IPv4 | ipaddr.IPv6

/** The only part of IPv6 from which public addresses are given out so far (IANA IPv6 Global Unicast Assignments). */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')
/** Networks without IPv4 put it before every IPv4 address (NAT64, RFC 6147). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
/** To IANA an ordinary public address. */
const AZURE = '168.63.129.16'

/** Thrown where a connection would be made to an address that is not allowed; the message is the sentence why. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress'
}

/** Why nothing is sent to an IP address, as a sentence; null when it is public. What can't be read is refused. */
export function refusal(address: string): string | null {
  const ip = readIp(address)
  if (!ip) return `The address ${address} can't be read.`
  const inside = ipv4Inside(ip)
  const why = notPublic(inside ?? ip)
  if (why === null) return null
  return `The address ${address}${inside ? `, which stands for ${inside},` : ''} is not public: ${why}.`
}

/**
 * Reads an address in any spelling that node:net knows, a zone (`%eth0`) aside; null when it is none. ipaddr.js alone
 * would read more (short, octal and hexadecimal IPv4) and would take ::8.8.8.8 for ::ffff:8.8.8.8, so it is given the
 * one spelling that URL writes, without dots.
 */
function readIp(text: string): Ip | null {
  const address = text.replace(/%.*$/, '')
  if (isIPv4(address)) return ipaddr.parse(address)
  return isIPv6(address) ? ipaddr.parse(new URL(`http://[${address}]`).hostname.slice(1, -1)) : null
}

/** The IPv4 address that is really dialled. */
const ipv4Inside = (ip: Ip) =>
  ip instanceof ipaddr.IPv6 && (ip.isIPv4MappedAddress() || ip.match(NAT64))
    ? new ipaddr.IPv4(ip.toByteArray().slice(-4))
    : undefined

/** By IANA's registries of special addresses, as ipaddr.js has them. */
function notPublic(ip: Ip): string | null {
  if (ip.toString() === AZURE) return "it is a service of the machine's cloud"
  const range = ip.range()
  if (range !== 'unicast')
    return `its range is ${range.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  if (ip instanceof ipaddr.IPv6 && !ip.match(PUBLIC_IPV6)) return 'IPv6 outside 2000::/3 is not given out'
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
