import { sameWord } from '../../../src/scoring/open-word.ts'
import { isNone, numberOf, textOf } from '../reading/forms.ts'
import { readInstant } from '../reading/instants.ts'
import type { MappingRules, Source } from './mapping-schemas.ts'
import { isWord, valueAt } from './paths.ts'

/** All paths in their records from which a mapping reads fields. */
export const sourcesOf = ({ fields }: Pick<MappingRules, 'fields'>): string[] =>
  Object.values(fields)
    .flatMap((source) =>
      typeof source === 'string' ? source : [source.path, source.minus, source.when?.path],
    )
    .filter((path) => path !== undefined)

type Read = (record: unknown) => unknown

/** Compiles a mapping into the function that makes a record of the feed out of one of theirs. */
export function compileMapping({ fields }: Pick<MappingRules, 'fields'>): Read {
  const reads = Object.entries(fields).map(
    ([field, source]) => [field, readOf(typeof source === 'string' ? { path: source } : source)] as const,
  )
  return (record) => {
    if (typeof record !== 'object' || record === null || Array.isArray(record)) return record
    const made: Record<string, unknown> = {}
    for (const [field, read] of reads) {
      const value = read(record)
      if (value !== undefined) made[field] = value
    }
    return made
  }
}

function readOf(source: Source): Read {
  const { path, value: constant, when } = source
  const read: Read = (record) => {
    const value =
      path === undefined ? constant : translated(source, numberOr(source, valueAt(record, path), record))
    return isNone(value) && source.default !== undefined ? source.default : value
  }
  if (!when) return read
  return (record) =>
    when.is.some((text) => isWord(valueAt(record, when.path), text)) ? read(record) : undefined
}

/** Sums and differences; a part that is no number leaves the value as it is, for the check to refuse. */
function numberOr({ sum, minus }: Source, value: unknown, record: unknown): unknown {
  if (isNone(value)) return value
  const added =
    sum && Array.isArray(value) ? value.reduce((total, part) => total + numberOf(part ?? 0), 0) : value
  if (!sum && minus === undefined) return value
  const total = numberOf(added) - (minus === undefined ? 0 : numberOf(valueAt(record, minus) ?? 0))
  return Number.isNaN(total) ? value : Math.round(total * DECIMALS) / DECIMALS
}

/** What sums of floats are rounded to. */
const DECIMALS = 1e6

function translated({ values, zone }: Source, value: unknown): unknown {
  if (isNone(value)) return value
  if (zone) return readInstant(value, { timeZone: zone, withoutOffset: 0 }, true)
  if (!values) return value
  const known = Object.keys(values).find((text) => text !== '*' && sameWord(text, textOf(value)))
  return known !== undefined ? values[known] : Object.hasOwn(values, '*') ? values['*'] : value
}
