import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Ip = ipaddr.IPv4 | ipaddr.IPv6

/** All addresses whose first bits are those of the base: the base and how many bits. */
export type Prefix = [base: Ip, length: number]

/**
 * Reads an address in any spelling that node:net knows, a zone (`%eth0`) aside; null when it is none. ipaddr.js alone
 * would read more (short, octal and hexadecimal IPv4) and would take ::8.8.8.8 for ::ffff:8.8.8.8, so it is given the
 * one spelling that URL writes, without dots.
 */
export function readIp(text: string): Ip | null {
  const address = text.replace(/%.*$/, '')
  if (isIPv4(address)) return ipaddr.parse(address)
  return isIPv6(address) ? ipaddr.parse(new URL(`http://[${address}]`).hostname.slice(1, -1)) : null
}

/** @throws TypeError for a text that is no CIDR block */
export function readPrefix(cidr: string): Prefix {
  const base = readIp(cidr.slice(0, cidr.lastIndexOf('/')))
  if (!base || !ipaddr.isValidCIDR(cidr)) throw new TypeError(`${cidr} is no CIDR block`)
  const [, length] = ipaddr.parseCIDR(cidr)
  return [base, length]
}

export const contains = ([base, length]: Prefix, ip: Ip): boolean =>
  base.kind() === ip.kind() && ip.match(base as never, length)

/** The last 32 bits of an address in dotted form. */
export const lastIpv4 = (ip: Ip) => ip.toByteArray().slice(-4).join('.')
