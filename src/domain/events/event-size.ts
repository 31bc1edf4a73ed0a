/** The most bytes of JSON that the data of an event takes, so that what is sent of it stays under 20 kB. */
const MOST_BYTES = 19_500

/**
 * The data of an event, without its largest fields as long as it is too large for a webhook; `omitted` then names
 * them, and the receiver finds them in the API.
 */
export function fittingData(data: object): object {
  if (sizeOf(data) <= MOST_BYTES) return data
  const bySize = Object.entries(data).sort(([, a], [, b]) => sizeOf(b) - sizeOf(a))
  for (let count = 1; count <= bySize.length; count++) {
    const omitted = bySize.slice(0, count).map(([field]) => field)
    const rest = Object.fromEntries(Object.entries(data).filter(([field]) => !omitted.includes(field)))
    const fitting = { ...rest, omitted }
    if (sizeOf(fitting) <= MOST_BYTES) return fitting
  }
  return { omitted: ['everything'] }
}

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '')
