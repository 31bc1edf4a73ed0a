/** Chance that repeats itself: the same key gives the same stream, on every machine. */
export interface Random {
  /** At least 0, below 1. */
  unit(): number
  /** At least `low`, below `high`. */
  between(low: number, high: number): number
  /** A whole number, both ends included. */
  whole(low: number, high: number): number
  /** True so often, 0 to 1. */
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  normal(mean: number, deviation: number): number
}

/**
 * A stream of its own for everything that is made, so that nothing depends on the order in which things are made:
 * `randomFor('orders', 'S-1001', '2026-10')`. Mulberry32 over an FNV-1a hash of the key.
 */
export function randomFor(...key: (string | number)[]): Random {
  let state = hash(key.join('/'))
  const unit = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + (high - low) * unit()
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1))
  return {
    unit,
    between,
    whole,
    chance: (probability) => unit() < probability,
    pick: (list) => list[whole(0, list.length - 1)] as (typeof list)[number],
    // The sum of twelve uniform numbers has mean 6 and deviation 1, and no tails that could surprise.
    normal: (mean, deviation) => {
      let sum = -6
      for (let draw = 0; draw < 12; draw++) sum += unit()
      return mean + deviation * sum
    },
  }
}

function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) as number), 0x01000193)
  return value | 0
}

/** Fractions of the golden ratio, √2 and √3: steps of each fill 0 to 1 evenly, and no two of them move together. */
const STEPS = [0.618033989, 0.414213562, 0.732050808] as const

/**
 * Where the `number`th thing stands between 0 and 1 in a dimension, so that shares come out as they should for twenty
 * things as well as for two hundred, without anything depending on how many there are.
 */
export const spread = (number: number, dimension: 0 | 1 | 2) => (0.5 + number * STEPS[dimension]) % 1
