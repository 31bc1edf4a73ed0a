/**
 * Chance that repeats itself: the same key gives the same stream, on every machine. Everything that is made has a
 * stream of its own, such as `randomFor('orders', 'S-1001', '2026-10')`, so that nothing depends on the order in which
 * things are made. Mulberry32 over an FNV-1a hash of the key.
 */
export function randomFor(...key: (string | number)[]) {
  let state = hash(key.join('/'))
  /** At least 0, below 1. */
  const unit = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** At least `low`, below `high`. */
  const between = (low: number, high: number) => low + (high - low) * unit()
  /** A whole number, both ends included. */
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1))
  /** True so often, in percent. */
  const chance = (percent: number) => unit() * 100 < percent
  const pick = <T>(list: readonly T[]) => list[whole(0, list.length - 1)] as T
  return { unit, between, whole, chance, pick }
}

export type Random = ReturnType<typeof randomFor>

function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) as number), 0x01000193)
  return value | 0
}
