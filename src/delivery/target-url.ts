import { literalRefusal } from './addresses.ts'
import { BLOCKED_PORTS } from './blocked-ports.ts'

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
  if (/[\s\\\p{Cc}]/u.test(url)) return 'url must not hold blanks, backslashes or control characters.'
  const parsed = /^https?:\/\//i.test(url) ? URL.parse(url) : null
  if (!parsed) return `url must be an address that begins with ${httpsOnly ? '' : 'http:// or '}https://.`
  if (httpsOnly && parsed.protocol !== 'https:') return 'url must begin with https://.'
  if (parsed.username || parsed.password)
    return 'url must not hold a user name or password; use an authorization header in headers instead.'
  if (url.includes('#')) return 'url must not have a fragment (from # on), because it would never be sent.'
  if (parsed.port && BLOCKED_PORTS.has(Number(parsed.port)))
    return `url must not name port ${parsed.port}, because another protocol than HTTP is spoken there.`
  const refused = allowPrivate ? null : literalRefusal(parsed.hostname)
  return refused && `url is refused. ${refused}`
}
