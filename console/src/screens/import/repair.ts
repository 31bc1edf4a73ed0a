/** What can be put right in a whole column at once. */
export const REPAIRS = {
  'day-first': 'The day stands first',
  'month-first': 'The month stands first',
  begin: 'A day means its beginning, 0:00',
  end: 'A day means its end, 23:59',
  comma: 'A comma stands before the decimals',
  point: 'Commas stand between the thousands',
} as const
export type Repair = keyof typeof REPAIRS

const DATE = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?:[ T,]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
const MONTH = /^(\d{1,2})[./-](\d{4})$/
const NUMBER = /^[^\d-]{0,4}(-?[\d.,\s’']*\d)[^\d]{0,4}$/

/** The repairs that may fit a type of field. */
export const repairsOf = (type: string): Repair[] =>
  ['date', 'timestamp', 'month'].includes(type)
    ? ['day-first', 'month-first', ...(type === 'timestamp' ? (['begin', 'end'] as const) : [])]
    : type === 'integer'
      ? ['point']
      : ['number', 'money'].includes(type)
        ? ['comma', 'point']
        : []

/** Whether a number that is taken may be meant otherwise: 1.500 is one and a half, or 1500. The service warns of it. */
export const isDoubtful = (type: string, text: string) =>
  (type === 'money' || type === 'integer') && /^-?[1-9]\d{0,2}\.\d{3}$/.test(text.trim())

/** A text put right; as it is where the repair does not fit it. */
export function repaired(repair: Repair, text: string): string {
  const given = text.trim()
  if (repair === 'begin' || repair === 'end')
    return /^\d{4}-\d{2}-\d{2}$/.test(given) ? `${given} ${repair === 'begin' ? '00:00' : '23:59'}` : text
  if (repair === 'comma' || repair === 'point') return numberOf(repair, given) ?? text
  const [, month, ofYear] = MONTH.exec(given) ?? []
  if (month && ofYear) return `${ofYear}-${month.padStart(2, '0')}`
  const found = DATE.exec(given)
  if (!found) return text
  const [, one = '', two = '', years = '', hours, minutes, seconds] = found
  const [day, ofMonth] = repair === 'day-first' ? [one, two] : [two, one]
  const year = years.length === 2 ? `20${years}` : years
  const read = new Date(Date.UTC(Number(year), Number(ofMonth) - 1, Number(day)))
  if (read.getUTCMonth() + 1 !== Number(ofMonth) || read.getUTCDate() !== Number(day)) return text
  const time = hours ? ` ${hours.padStart(2, '0')}:${minutes}${seconds ? `:${seconds}` : ''}` : ''
  return `${year}-${ofMonth.padStart(2, '0')}-${day.padStart(2, '0')}${time}`
}

function numberOf(repair: Repair, text: string) {
  const [, number] = NUMBER.exec(text) ?? []
  // What stands before the decimals stands behind all marks of thousands.
  if (!number || (repair === 'comma' ? /,.*[.,]/ : /\..*[.,]/).test(number)) return undefined
  const bare = number.replaceAll(repair === 'comma' ? /[.\s’']/g : /[,\s’']/g, '').replace(',', '.')
  return /^-?\d+(\.\d+)?$/.test(bare) ? bare : undefined
}
