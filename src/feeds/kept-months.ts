/**
 * The retention of a feed's facts: SQL over a row `f`, in statements that begin with `push` (see KEPT). Months are
 * texts such as 2026-01.
 */
export interface KeptMonths {
  /** A condition: all months that count the row are older than what is kept. */
  past: string
  /** The first and the last month that count it, where that is not its own one alone. */
  first?: string
  last?: string
}

/** Columns of `push`: the first day that is kept, because months are kept whole. */
export const KEPT = (zone: string, months: string) =>
  `date_trunc('month', now() at time zone ${zone} - make_interval(months => ${months}::int))::date as kept_day`

/** SQL of the first day, month and instant that are kept, from the columns of `push`. */
export const keptFrom = {
  day: '(select kept_day from push)',
  month: `(select to_char(kept_day, 'YYYY-MM') from push)`,
  instant: '(select kept_day::timestamp at time zone zone from push)',
}
