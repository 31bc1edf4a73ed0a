import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'

dayjs.extend(customParseFormat)

/** How a day may be typed, without zeros before its numbers: the day first, or the year. */
const FORMS = ['D MMM YYYY', 'D MMMM YYYY', 'D.M.YYYY', 'D/M/YYYY', 'D-M-YYYY', 'YYYY-M-D']

/** What is one day in Europe and another in America: `5/6/2026`. */
export const isTwoDays = (typed: string) => {
  const [, first, second] = /^0*(\d\d?)\/0*(\d\d?)\/\d+$/.exec(typed) ?? []
  return first !== second && Number(first) <= 12 && Number(second) <= 12
}

/** A day as it was typed: `31.12.2026` → `2026-12-31`; null where it is none or two, or by a slip of another century. */
export function readDay(typed: string) {
  if (isTwoDays(typed.trim())) return null
  const plain = typed
    .trim()
    .replaceAll(/\b0+(?=\d)/g, '')
    .replace(/\bsept\b/i, 'Sep')
    .replace(/[a-z]+/i, (month) => month[0]?.toUpperCase() + month.slice(1).toLowerCase())
  const day = dayjs(plain, FORMS, true)
  return day.isValid() && /^20/.test(day.format('YYYY')) ? day.format('YYYY-MM-DD') : null
}
