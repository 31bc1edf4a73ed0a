/** For how long a request like the one before is taken for another try of it, in milliseconds. */
const SAME_MS = 5 * 60_000

/**
 * Idempotency keys of a form: a request that is sent again as it was, because its answer got lost, has the key that it
 * had, and the service answers it as the first time. One that has ended well is forgotten.
 */
export function repeatKeys(now: () => number = Date.now) {
  let last: { text: string; key: string; at: number } | undefined
  return {
    of(request: object): string {
      const text = JSON.stringify(request)
      if (!last || last.text !== text || now() - last.at > SAME_MS) last = { text, key: newKey(), at: now() }
      return last.key
    },
    forget() {
      last = undefined
    },
  }
}

/** `crypto.randomUUID` is missing from pages without TLS. */
const newKey = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
