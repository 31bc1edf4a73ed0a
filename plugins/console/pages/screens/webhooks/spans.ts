import { useMemo } from 'preact/hooks'
import { words } from './words.ts'

/** The times that deliveries are looked at for. */
export const SPANS = { day: 1, week: 7, month: 30, year: 365 } as const
export type Span = keyof typeof SPANS

export const spanOptions = (Object.keys(SPANS) as Span[]).map((span): [string, string] => [span, words[span]])

const DAY_MS = 86_400_000

/** The beginning of a span; it stands still for a minute, so that it is one question and not many. */
export function useFrom(span: Span): string {
  const minute = Math.floor(Date.now() / 60_000)
  return useMemo(() => new Date(minute * 60_000 - SPANS[span] * DAY_MS).toISOString(), [span, minute])
}
