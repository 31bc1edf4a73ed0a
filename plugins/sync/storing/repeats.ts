import type { Candidate } from '../candidate.ts'
import { KEYS_NAMED } from './date-checks.ts'
import { readable } from './keys.ts'

/** Records of one key that say different things, how many keys they have, and some of these keys. */
export interface Differing {
  records: number
  keys: number
  named: string[]
  /** Whether they stand in a file. */
  areLines: boolean
}

export const noneDiffer = (): Differing => ({ records: 0, keys: 0, named: [], areLines: false })

/** Those of two parts of a push. */
export const addDiffering = (one: Differing, other: Differing): Differing => ({
  records: one.records + other.records,
  keys: one.keys + other.keys,
  named: [...one.named, ...other.named].slice(0, KEYS_NAMED),
  areLines: one.areLines || other.areLines,
})

type Fields = Record<string, unknown>

/** A good record with what it was read from and its key. */
export interface Keyed {
  candidate: Candidate
  record: object
  key: string
}

/**
 * The records of one key that differ, where nobody said which of them is newer: versions of a fact with different
 * observed_at, and one that takes a fact back, are meant to differ.
 */
export function differingAmong(good: Keyed[]): Differing {
  const found = noneDiffer()
  for (const [key, same] of Map.groupBy(good, ({ key }) => key)) {
    if (!same.some(({ record }, i) => i > 0 && contradicts(record as Fields, same[i - 1]?.record as Fields)))
      continue
    found.keys++
    if (found.named.length < KEYS_NAMED) found.named.push(readable(key))
    found.records += same.length
    found.areLines ||= same[0]?.candidate.line !== undefined
  }
  return found
}

function contradicts(record: Fields, before: Fields) {
  if (record.deleted || before.deleted || !isSame(record.observed_at, before.observed_at)) return false
  return Object.keys({ ...record, ...before }).some((field) => !isSame(record[field], before[field]))
}

const isSame = (one: unknown, other: unknown) => (one ?? null) === (other ?? null)

/** What feeds call their facts, where it is not the name of the feed. */
const CALLED: Record<string, string> = {
  'campaign-actuals': 'campaign actuals',
  inventory: 'stock records',
  payments: 'invoices',
  revenue: 'revenue records',
}

/** The sentence that names them. */
export function differingWarnings(feed: string, { records, keys, named, areLines }: Differing): string[] {
  if (records === 0) return []
  const many = CALLED[feed] ?? feed
  const of = keys === 1 ? `one ${many.replace(/s$/, '')}` : `${keys.toLocaleString('en')} ${many}`
  const stands = keys === 1 ? 'the last one stands' : 'of each the last one stands'
  const some = named.length > 0 ? ` (${keys === named.length ? '' : 'such as '}${named.join(', ')})` : ''
  return [
    `${records.toLocaleString('en')} ${areLines ? 'lines' : 'records'} are of ${of}${some} and differ; ${stands}`,
  ]
}
