/** A month of the trend, as far as the tiles look at it. */
interface Month {
  period: string
  scored: number
  mean: number | null
  statuses: { draft: number; under_review: number; final: number }
  appeals: { open: number }
  surcharges: { pending: { count: number; amount: number } }
}

export interface Figure {
  value: number | null
  /** Against the month before; null where one of them has no value. */
  change: number | null
}

/** The months from the first that was scored: what is before says nothing. The last one always stays. */
export function sinceFirstScored<One extends { scored: number }>(months: One[]): One[] {
  const first = months.findIndex(({ scored }) => scored > 0)
  return first < 0 ? months.slice(-1) : months.slice(first)
}

/** The figures of the tiles: those of the last month, each against the one before. */
export function figuresOf(months: Month[]) {
  const [now, before] = [months.at(-1), months.at(-2)]
  const figure = (read: (month: Month) => number | null): Figure => {
    const value = now ? read(now) : null
    const was = before && before.scored > 0 ? read(before) : null
    return { value, change: value === null || was === null ? null : Math.round((value - was) * 100) / 100 }
  }
  return {
    mean: figure(({ mean }) => mean),
    scored: figure(({ scored }) => scored),
    draft: figure(({ statuses }) => statuses.draft),
    appeals: figure(({ appeals }) => appeals.open),
    surcharges: figure(({ surcharges }) => surcharges.pending.count),
    amount: now?.surcharges.pending.amount ?? 0,
  }
}

/** A part of a stack, from and to as shares of the whole: 0 at the bottom. */
export interface StackPart {
  name: string
  color: string
  count: number
  from: number
  to: number
}

/** The tiers of a month on top of each other, the highest on top. */
export function stackOf(tiers: { name: string; color: string; rank: number; count: number }[]): StackPart[] {
  const total = tiers.reduce((sum, { count }) => sum + count, 0)
  let below = 0
  return [...tiers]
    .sort((one, other) => one.rank - other.rank)
    .map(({ name, color, count }) => {
      const from = below / total
      below += count
      return { name, color, count, from, to: below / total }
    })
}
