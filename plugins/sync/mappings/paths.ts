import { sameWord } from '../../../src/scoring/open-word.ts'
import { add, parse, type Rational, round, subtract, ZERO } from '../../../src/scoring/rational.ts'
import { isNone, readInstant, readNumber, textOf } from '../reading/forms.ts'
import type { MappingRules, Source } from './mapping-schemas.ts'

/**
 * The value at a path in a record: names with dots between, numbers for places in a list, `*` for all of a list,
 * `name[key=text]` for the first of a list whose key is that text, and `one|other` for the first that has a value. A field
 * that is itself named like the path comes first. undefined where the path leads nowhere.
 */
export function valueAt(record: unknown, path: string): unknown {
  if (isObject(record) && Object.hasOwn(record, path)) return record[path]
  return follow(record, stepsOf(path))
}

/** A dot between brackets is one of the text. */
const stepsOf = (path: string) => (path.includes('[') ? path.split(/\.(?![^[]*\])/) : path.split('.'))

const CHOICE = /^([^[]*)\[([^=\]]+)=([^\]]*)\]$/

/** What is wrong with a path, as the end of a sentence; columns may have dots and brackets in their names. */
export function pathProblem(path: string): string | undefined {
  const steps = stepsOf(path)
  if (steps.some((step) => /\[[^\]]*=|\[\d+\]/.test(step) && !CHOICE.test(step)))
    return 'must choose from a list as in list[key=text].name, or by its place as in list.0.name'
  if (steps.slice(0, -1).includes('') || path.split('|').some((one) => one.trim() === ''))
    return 'must have a name on each side of a dot and of |'
  return undefined
}

function follow(value: unknown, [step, ...rest]: string[]): unknown {
  if (step === undefined) return value
  if (step === '*') return Array.isArray(value) ? value.map((item) => follow(item, rest)) : undefined
  if (!isObject(value)) return undefined
  if (Object.hasOwn(value, step)) return follow(value[step], rest)
  const [, name, key, text] = CHOICE.exec(step) ?? []
  if (key !== undefined) {
    const list = name === '' ? value : follow(value, [name as string])
    const fits = (item: unknown) => isWord(valueAt(item, key), text as string)
    return Array.isArray(list) ? follow(list.find(fits), rest) : undefined
  }
  for (const name of step.includes('|') ? step.split('|') : []) {
    const found = follow(value, [name, ...rest])
    if (!isNone(found)) return found
  }
  return undefined
}

/** Whether a value is written as this text, in any case; of a list whether one of it is. */
export const isWord = (value: unknown, text: string): boolean =>
  Array.isArray(value)
    ? value.some((one) => isWord(one, text))
    : !isNone(value) && sameWord(textOf(value), text)

/** The names of a record in which a path begins, and the one that is the path. */
export const headsOf = (path: string): string[] => [
  path,
  ...(stepsOf(path)[0] as string).replace(/\[.*$/, '').split('|'),
]

/** The same path through all of the first list in which it names a place; undefined where it names none. */
export function throughAll(path: string): string | undefined {
  const steps = stepsOf(path)
  const place = steps.findIndex((step, i) => i > 0 && /^\d+$/.test(step))
  return place === -1 ? undefined : steps.with(place, '*').join('.')
}

/** Lists are objects, too, with their places as names. */
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** All paths in their records from which a mapping reads fields. */
export const sourcesOf = ({ fields }: Pick<MappingRules, 'fields'>): string[] =>
  Object.values(fields)
    .flatMap((source) =>
      typeof source === 'string' ? source : [source.path, source.minus, source.when?.path],
    )
    .filter((path) => path !== undefined)

/** `unread` gets, by the field, the path of a part that is no number. */
type Read = (record: unknown, unread: Record<string, string>) => unknown

/** Compiles a mapping into the function that makes a record of the feed out of one of theirs. */
export function compileMapping({ fields }: Pick<MappingRules, 'fields'>) {
  const reads = Object.entries(fields).map(
    ([field, source]) =>
      [field, readOf(field, typeof source === 'string' ? { path: source } : source)] as const,
  )
  return (record: unknown, unread: Record<string, string> = {}): unknown => {
    if (typeof record !== 'object' || record === null || Array.isArray(record)) return record
    const made: Record<string, unknown> = {}
    for (const [field, read] of reads) {
      const value = read(record, unread)
      if (value !== undefined) made[field] = value
    }
    return made
  }
}

function readOf(field: string, source: Source): Read {
  const { when } = source
  const read: Read = (record, unread) => {
    const value = valueIn(field, source, record, unread)
    return isNone(value) && source.default !== undefined ? source.default : value
  }
  if (!when) return read
  return (record, unread) =>
    when.is.some((text) => isWord(valueAt(record, when.path), text)) ? read(record, unread) : undefined
}

/** The value of a field. A part of a sum or difference that is no number stands for it, for the check to refuse. */
function valueIn(field: string, source: Source, record: unknown, unread: Record<string, string>): unknown {
  const { path, value: constant, sum, minus } = source
  if (path === undefined) return constant
  const value = valueAt(record, path)
  if (isNone(value) || (!sum && minus === undefined)) return translated(source, value)
  const parts = (sum && Array.isArray(value) ? value : [value]).map((part) => ({ path, part, joined: add }))
  if (minus !== undefined) parts.push({ path: minus, part: valueAt(record, minus), joined: subtract })
  const bad = parts.find(({ part }) => !addendOf(part))
  if (bad) unread[field] = bad.path
  // What values say is of the whole, not of a part.
  if (bad && bad.part !== value) return bad.part
  const total = () =>
    parts.reduce((before, { part, joined }) => joined(before, addendOf(part) as Rational), ZERO)
  return translated(source, bad ? value : rounded(total()))
}

/** What a value brings to a sum, exactly: nothing where it says nothing; undefined for what is no number. */
export function addendOf(value: unknown): Rational | undefined {
  const number = isNone(value) ? 0 : readNumber(value)
  return Number.isFinite(number) ? parse(number as number) : undefined
}

/** A sum as a record has it: without what floats among its parts add to their last digits. */
export const rounded = (sum: Rational) => round(sum, 6)

function translated({ values, zone }: Source, value: unknown): unknown {
  if (isNone(value)) return value
  if (zone) return readInstant(value, { timeZone: zone, withoutOffset: 0 }, true)
  if (!values) return value
  const known = Object.keys(values).find((text) => text !== '*' && sameWord(text, textOf(value)))
  return known !== undefined ? values[known] : Object.hasOwn(values, '*') ? values['*'] : value
}
