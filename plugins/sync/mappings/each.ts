import { plainCode } from '../../../src/platform/schemas/codes.ts'
import { isNone, textOf } from '../reading/forms.ts'
import { isRecord } from '../reading/record-names.ts'
import { valueAt } from './paths.ts'

/** So many records are made of one at the most. */
const MOST_PARTS = 100

/** A path through a list: where the list is, and where the value is in each of it. */
interface Through {
  list: string
  rest: string
}

const throughOf = (path: string): Through => {
  const at = path.indexOf('.*.')
  return { list: path.slice(0, at), rest: path.slice(at + 3) }
}

/** What is wrong with the paths whose values make a record several, as a sentence. */
export const eachProblem = (each: string[]): string | undefined => {
  const at = each.findIndex((path) => !/^[^*]+\.\*\../.test(path))
  return at === -1 ? undefined : `each[${at}] must be a path with a * in it, as line_items.*.vendor`
}

/**
 * Compiles the function that makes several records of one: for each value at the first path a copy in which the lists
 * of all paths hold only what has that value. In the lists of the other paths stays, too, what has no value at all.
 * Answers a sentence where there are too many.
 */
export function compileEach(each: string[]): (record: unknown) => unknown[] | string {
  const throughs = each.map(throughOf)
  const [first] = throughs
  return (record) => {
    const items = first && isRecord(record) ? valueAt(record, first.list) : undefined
    if (!first || !Array.isArray(items)) return [record]
    const values = new Set(items.flatMap((item) => valuesOf(item, first.rest, [''])))
    if (values.size < 2) return [record]
    if (values.size > MOST_PARTS)
      return `the record has ${values.size} values at ${each[0]}, and may have ${MOST_PARTS}`
    return [...values].map((value) =>
      throughs.reduce(
        (copy, { list, rest }) =>
          narrowed(copy, list.split('.'), (item) =>
            valuesOf(item, rest, list === first.list ? [''] : [value]).includes(value),
          ),
        record,
      ),
    )
  }
}

/** The values in one of a list, as texts. */
function valuesOf(item: unknown, rest: string, none: string[]): string[] {
  const values = [valueAt(item, rest)].flat(5).filter((value) => !isNone(value))
  return values.length === 0 ? none : values.map((value) => plainCode(textOf(value)))
}

/** A copy whose list holds only some. */
function narrowed(value: unknown, [step, ...rest]: string[], isKept: (item: unknown) => boolean): unknown {
  if (step === undefined) return Array.isArray(value) ? value.filter(isKept) : value
  return isRecord(value) && step in value ? { ...value, [step]: narrowed(value[step], rest, isKept) } : value
}
