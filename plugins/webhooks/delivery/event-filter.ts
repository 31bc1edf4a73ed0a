/** What a subscription asks for: event types or `*`, and the sellers, null for all. */
export type Filter = { events: readonly string[]; seller_codes: readonly string[] | null }

/**
 * Whether a subscription wants an event. An event about no seller (`seller_code` null) passes a filter on sellers only
 * when its type is asked for by name: `*` with sellers means everything about these sellers.
 */
export function wants(
  { events, seller_codes }: Filter,
  event: { type: string; seller_code: string | null },
): boolean {
  const named = events.includes(event.type)
  if (!named && !events.includes('*')) return false
  if (seller_codes === null) return true
  return event.seller_code === null ? named : seller_codes.includes(event.seller_code)
}
