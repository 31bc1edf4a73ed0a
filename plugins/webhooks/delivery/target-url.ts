import { holdsUnseen, namesUser } from '../../../src/platform/schemas/url-text.ts'
import { literalRefusal } from './addresses.ts'

const LONGEST = 2048

/**
 * What keeps a URL from being a subscription's target, as a sentence; null when nothing does. `httpsOnly` is for
 * verified mode; `allowPrivate` (WEBHOOK_ALLOW_PRIVATE) lets local addresses through. Names are not looked up here.
 */
export function urlProblem(
  url: string,
  { httpsOnly, allowPrivate }: { httpsOnly: boolean; allowPrivate: boolean },
): string | null {
  if (url.length > LONGEST) return `url must be at most ${LONGEST} characters long, not ${url.length}.`
  const begins = `url must be a complete address that begins with https://${httpsOnly ? '' : ' or http://'}.`
  if (/^\w[^:]*$/.test(url)) return begins
  if (holdsUnseen(url))
    return 'url must have no spaces, backslashes, control characters or others that are not seen, such as marks of text direction.'
  const parsed = /^https?:\/\//i.test(url) ? URL.parse(url) : null
  if (!parsed || (httpsOnly && parsed.protocol !== 'https:')) return begins
  if (namesUser(url))
    return 'url must not hold a user name or password; use an authorization header in headers instead.'
  if (url.includes('#')) return 'url must not have a fragment (from # on), because it would never be sent.'
  if (parsed.port && BLOCKED_PORTS.has(Number(parsed.port)))
    return `url must not name port ${parsed.port}, because another protocol than HTTP is spoken there.`
  const refused = allowPrivate ? null : literalRefusal(parsed.hostname)
  return refused && `url is refused. ${refused}`
}

/**
 * Ports on which other protocols than HTTP are spoken (mail, shells, name services …), so that no subscription turns
 * the service against them: the bad ports of the Fetch standard, 2.10 "Port blocking", and 0, which is no port.
 */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])
