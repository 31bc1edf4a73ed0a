/** For how long a request to the same place is taken for another try of the one before, in milliseconds. */
const SAME_MS = 5 * 60_000

/**
 * Idempotency keys of a form: what is sent to the same place again has the key that it had, until it has ended well.
 * When only its answer got lost, the service answers as the first time; with another body it refuses to do it twice.
 */
export function repeatKeys(now: () => number = Date.now) {
  let last: { place: string; key: string; at: number } | undefined
  return {
    of({ path, query }: { path?: unknown; query?: unknown; body?: unknown }): string {
      const place = JSON.stringify([path, query])
      if (!last || last.place !== place || now() - last.at > SAME_MS)
        last = { place, key: newKey(), at: now() }
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
