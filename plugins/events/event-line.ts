import type { Event, EventLine } from './schemas.ts'

/** An event as a line of a CSV export: no cell holds JSON. */
export const eventLine = ({ id, type, timestamp, sequence, data }: Event): EventLine => ({
  id,
  type,
  timestamp,
  sequence,
  seller_code: typeof data.seller_code === 'string' ? data.seller_code : '',
  data: pairsOf(data).join('; '),
})

/** `status=final`, and `tier.name=Gold` for what is inside another object; what is null is left out. */
function pairsOf(value: unknown, path = ''): string[] {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') return [`${path}=${value}`]
  return Object.entries(value).flatMap(([name, inner]) => pairsOf(inner, path ? `${path}.${name}` : name))
}
