type Points = [x: number, points: number][]

interface Row {
  numerator: number
  denominator: number
}

/** Which way a metric is better, as its curve says it; null where neither end is. */
export function betterWay(curve: Points): 'up' | 'down' | null {
  const [first, last] = [curve[0]?.[1] ?? 0, curve.at(-1)?.[1] ?? 0]
  return first === last ? null : last > first ? 'up' : 'down'
}

/** Whether a row is one of those that cost points: a good thing that is missing, or a bad one that is there. */
export function isCostly({ numerator, denominator }: Row, way: 'up' | 'down' | null): boolean {
  if (way === 'up') return numerator < denominator
  return way === 'down' ? numerator !== 0 : true
}
