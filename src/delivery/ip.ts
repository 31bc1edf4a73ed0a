import { isIPv4, isIPv6 } from 'node:net'

/** An IP address as a number of 32 or 128 bits. */
export type Ip = { bits: 32 | 128; value: bigint }

/** All addresses whose first `length` bits are those of `base`. */
export type Prefix = { base: Ip; length: number }

/** Reads an address in any spelling that node:net knows, a zone (`%eth0`) aside; null when it is none. */
export function readIp(text: string): Ip | null {
  const address = text.replace(/%.*$/, '')
  if (isIPv4(address)) return { bits: 32, value: joined(address.split('.').map(Number), 8n) }
  return isIPv6(address) ? { bits: 128, value: joined(groupsOf(address), 16n) } : null
}

/** @throws TypeError for a text that is no CIDR block */
export function readPrefix(cidr: string): Prefix {
  const [address = '', length] = cidr.split('/')
  const base = readIp(address)
  if (!base) throw new TypeError(`${cidr} is no CIDR block`)
  return { base, length: Number(length) }
}

export function contains({ base, length }: Prefix, { bits, value }: Ip): boolean {
  const rest = BigInt(base.bits - length)
  return bits === base.bits && value >> rest === base.value >> rest
}

/** The last 32 bits of an address in dotted form. */
export const lastIpv4 = ({ value }: Ip) =>
  [24n, 16n, 8n, 0n].map((shift) => Number((value >> shift) & 255n)).join('.')

/** The eight groups; URL writes every spelling as hexadecimal groups with at most one `::`. */
function groupsOf(address: string): number[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = canonical.split('::').map((side) =>
    side
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16)),
  )
  return [...head, ...Array(8 - head.length - tail.length).fill(0), ...tail]
}

const joined = (parts: number[], width: bigint) =>
  parts.reduce((value, part) => (value << width) | BigInt(part), 0n)
