import { isIPv4, isIPv6 } from 'node:net'

/** Whether a text names addresses and networks in CIDR notation, with commas between: `10.0.0.0/8, 2001:db8::5`. */
export const areNetworks = (text: string) => text.split(',').every((part) => isNetwork(part.trim()))

/** A network of length 0 would be everybody. By hand, because ipaddr.js also reads short and octal addresses. */
function isNetwork(text: string): boolean {
  const [, address = '', length] = /^([\da-f.:]+)(?:\/([1-9]\d{0,2}))?$/i.exec(text) ?? []
  const bits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0
  return bits > 0 && Number(length ?? bits) <= bits
}
