/** A media range of an Accept header and how much it is wanted, 0 to 1. */
interface Range {
  type: string
  q: number
}

/**
 * Whether an Accept header asks for CSV rather than JSON. CSV must be named: what any type would satisfy gets JSON.
 * Where both are named and equally wanted, the first one is meant.
 */
export function prefersCsv(accept = ''): boolean {
  const ranges = accept.split(',').map(readRange)
  const csv = ranges.find(({ type, q }) => type === 'text/csv' && q > 0)
  if (!csv) return false
  const json = ranges.find(({ type }) => type === 'application/json')
  if (json && json.q === csv.q) return ranges.indexOf(csv) < ranges.indexOf(json)
  const wildcards = ranges.filter(({ type }) => type === '*/*' || type === 'application/*')
  return csv.q >= (json?.q ?? Math.max(0, ...wildcards.map(({ q }) => q)))
}

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const q = parameters.find((parameter) => parameter.startsWith('q='))
  const wanted = q === undefined ? 1 : Number(q.slice(2))
  return { type, q: wanted >= 0 && wanted <= 1 ? wanted : 0 }
}
