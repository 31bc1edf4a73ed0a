/**
 * The name that a mistyped one most likely means: one or two letters away, the first of those that are equally near.
 */
export function closest(typed: string, names: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = typed.length < LONG ? 2 : 3
  for (const name of names) {
    if (Math.abs(name.length - typed.length) >= least) continue
    const distance = distanceOf(typed, name)
    if (distance >= least) continue
    best = name
    least = distance
  }
  return best
}

/** From so many letters on two may be wrong: of shorter names too many others are as near. */
const LONG = 8

/** How many letters must be left out, put in, replaced or swapped with their neighbour (optimal string alignment). */
function distanceOf(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = at(last, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swapped = isSwapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced, swapped))
    }
    before = last
    last = row
  }
  return at(last, other.length)
}

const at = (row: number[], place: number) => row[place] ?? Number.POSITIVE_INFINITY
