import { useMemo } from 'preact/hooks'
import { keysOf, oneOf } from '../../logic/url-state.ts'

/** The times that deliveries are looked at for. */
export const SPAN_NAMES = {
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
  year: 'Last 12 months',
}
export type Span = keyof typeof SPAN_NAMES

/** The one that is looked at, in the address. */
export const SPAN = { span: oneOf(keysOf(SPAN_NAMES), 'day') }

const DAYS: Record<Span, number> = { day: 1, week: 7, month: 30, year: 365 }
const DAY_MS = 86_400_000

/** The beginning of a span; it stands still for a minute, so that it is one question and not many. */
export function useFrom(span: Span): string {
  const minute = Math.floor(Date.now() / 60_000)
  return useMemo(() => new Date(minute * 60_000 - DAYS[span] * DAY_MS).toISOString(), [span, minute])
}
