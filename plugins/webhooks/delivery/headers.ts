const MOST = 20
const LONGEST_NAME = 100
const LONGEST_VALUE = 1000

/** A token of RFC 9110, 5.6.2. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** Visible ASCII with blanks inside. Bytes above it reach receivers in more than one reading. */
const VALUE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/

/** What the service sets itself, and what belongs to the connection rather than the message (RFC 9110, 7.6.1). */
const RESERVED =
  /^(webhook-.*|content-.*|proxy-.*|accept-encoding|connection|date|expect|host|http2-settings|keep-alive|te|trailer|transfer-encoding|upgrade|user-agent)$/i

/**
 * What is wrong with the extra headers of a subscription, as a sentence that names the header; null when nothing is.
 */
export function headersProblem(headers: Record<string, string>): string | null {
  const names = Object.keys(headers)
  if (names.length > MOST) return `headers must hold at most ${MOST} headers, not ${names.length}.`
  const seen = new Set<string>()
  for (const [name, value] of Object.entries(headers)) {
    const problem = headerProblem(name, value)
    if (problem) return problem
    if (seen.has(name.toLowerCase()))
      return `headers must not hold ${name} twice; upper and lower case are the same.`
    seen.add(name.toLowerCase())
  }
  return null
}

/** What is wrong with one extra header; null when nothing is. The sentence never repeats the value. */
export function headerProblem(name: string, value: string): string | null {
  if (name.length > LONGEST_NAME) return `headers: a name must be at most ${LONGEST_NAME} characters long.`
  if (!NAME.test(name)) return `headers: ${JSON.stringify(name)} is not the name of an HTTP header.`
  if (RESERVED.test(name))
    return `headers must not hold ${name}, because the service or the connection sets it.`
  if (value.length > LONGEST_VALUE)
    return `headers: the value of ${name} must be at most ${LONGEST_VALUE} characters long, not ${value.length}.`
  if (!VALUE.test(value))
    return `headers: the value of ${name} must be printable ASCII, not empty, without blanks at its ends.`
  return null
}
