/** What can be put right in a whole column at once. */
export const REPAIRS = {
  'day-first': 'The day stands first',
  'month-first': 'The month stands first',
  'year-first': 'The year stands first',
  begin: 'A day means its beginning, 0:00',
  end: 'A day means its end, 23:59',
  comma: 'A comma stands before the decimals',
  point: 'Commas stand between the thousands',
} as const
export type Repair = keyof typeof REPAIRS

const PART = '(\\d{1,4}|[a-z]{3,9})'
const DATE = new RegExp(
  `^${PART}[\\s./,-]+${PART}[\\s./,-]+(\\d{1,4})(?:[ T,]+(\\d{1,2}):(\\d{2})(?::(\\d{2}))?(?: ?([ap])m)?)?$`,
  'i',
)
const MONTH = new RegExp(`^${PART}[\\s./,-]+${PART}$`, 'i')
const WORDS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
// Where thousands are parted, three digits stand last.
const COMMA = /^-?\d+(?:(?:[.\s’']\d{2,3})*[.\s’']\d{3})?(?:,\d+)?$/
const POINT = /^-?\d+(?:(?:[,\s’']\d{2,3})*[,\s’']\d{3})?(?:\.\d+)?$/
/** A date or a time, without its digits: those of one form are in order as texts. */
const formOf = (text: string) =>
  /^\d{4}(-\d\d){2}([T ]\d\d(:\d\d){1,2}Z?)?$/.exec(text)?.[0].replace(/\d/g, '')
const NUMBER = /^[^\d-]{0,4}(-?[\d.,\s’']*\d)[^\d]{0,4}$/

/** The repairs that may fit a type of field. */
export const repairsOf = (type: string): Repair[] =>
  ['date', 'timestamp', 'month'].includes(type)
    ? ['day-first', 'month-first', 'year-first', ...(type === 'timestamp' ? (['begin', 'end'] as const) : [])]
    : type === 'integer'
      ? ['point']
      : ['number', 'money'].includes(type)
        ? ['comma', 'point']
        : []

/** What is odd about a cell that is taken: 1.500 is one and a half, or 1500; a date is before another one. The service warns of it. */
export const doubtOf = (type: string, text: string, first?: { label: string; text: string }) =>
  ['money', 'integer'].includes(type) && /^-?[1-9]\d{0,2}\.\d{3}$/.test(text.trim())
    ? `${text.trim()} is read as ${Number(text)}. If you mean thousands, write ${text.trim().replace('.', '')}`
    : first &&
      formOf(text) &&
      formOf(text) === formOf(first.text) &&
      text < first.text &&
      `Is before ${first.label}`

/** A text put right; as it is where the repair does not fit it. */
export function repaired(repair: Repair, text: string): string {
  const given = text.trim()
  if (repair === 'begin' || repair === 'end')
    return /^\d{4}-\d{2}-\d{2}$/.test(given) ? `${given} ${repair === 'begin' ? '00:00' : '23:59'}` : text
  if (repair === 'comma' || repair === 'point') return numberOf(repair, given) ?? text
  return dateOf(repair, given.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')) ?? monthOf(given) ?? text
}

function dateOf(repair: Repair, text: string) {
  const [whole, one, two, three, hours, minutes, seconds, half] = DATE.exec(text) ?? []
  if (!whole || !one || !two || !three) return undefined
  const [day, month, years] =
    repair === 'day-first'
      ? [one, two, three]
      : repair === 'month-first'
        ? [two, one, three]
        : [three, two, one]
  const year = years.length === 2 && repair !== 'year-first' ? `20${years}` : years
  const date = `${year}-${inTwo(month)}-${day.padStart(2, '0')}`
  // A day that does not exist is not taken for one of the month after it.
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || new Date(`${date}Z`).getUTCDate() !== Number(day)) return undefined
  const hour = half ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours)
  return hours ? `${date} ${inTwo(String(hour))}:${minutes}${seconds ? `:${seconds}` : ''}` : date
}

function monthOf(text: string) {
  const [, one = '', two = ''] = MONTH.exec(text) ?? []
  const month = one.length === 4 && /\d/.test(one) ? `${one}-${inTwo(two)}` : `${two}-${inTwo(one)}`
  return /^\d{4}-\d\d$/.test(month) ? month : undefined
}

/** A month, given as a number or a word, or another number, in two digits. */
function inTwo(text: string) {
  const at = WORDS.indexOf(text.slice(0, 3).toLowerCase())
  return (at < 0 ? text : String(at + 1)).padStart(2, '0')
}

function numberOf(repair: Repair, text: string) {
  const [, number = ''] = NUMBER.exec(text) ?? []
  if (!(repair === 'comma' ? COMMA : POINT).test(number)) return undefined
  return number.replaceAll(repair === 'comma' ? /[.\s’']/g : /[,\s’']/g, '').replace(',', '.')
}
