/**
 * How long a feed's facts are kept. SQL over a row `f`, in statements that begin with `push` (see KEPT). Months are
 * texts such as 2026-01.
 */
export interface KeptMonths {
  /** Whether all months that count the row are past what is kept. */
  past: string
  /** The first and the last month that count it, where that is not its own one alone. */
  first?: string
  last?: string
}

/** Columns of `push`: the first day that is kept, because months are kept whole. */
export const KEPT = (zone: string, months: string) =>
  `date_trunc('month', now() at time zone ${zone} - make_interval(months => ${months}::int))::date as kept_day`

/** From when on facts are kept, as their columns say it. */
export const keptFrom = {
  day: '(select kept_day from push)',
  month: `(select to_char(kept_day, 'YYYY-MM') from push)`,
  instant: '(select kept_day::timestamp at time zone zone from push)',
}
