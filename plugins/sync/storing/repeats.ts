import type { Candidate } from '../candidate.ts'

/** Records of one key that say different things, and how many keys they have. */
export interface Differing {
  records: number
  keys: number
  /** Whether they stand in a file. */
  areLines: boolean
}

export const noneDiffer = (): Differing => ({ records: 0, keys: 0, areLines: false })

/** Those of two parts of a push. */
export const addDiffering = (one: Differing, other: Differing): Differing => ({
  records: one.records + other.records,
  keys: one.keys + other.keys,
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
  for (const same of Map.groupBy(good, ({ key }) => key).values()) {
    if (!same.some(({ record }, i) => i > 0 && contradicts(record as Fields, same[i - 1]?.record as Fields)))
      continue
    found.keys++
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
export function differingWarnings(feed: string, { records, keys, areLines }: Differing): string[] {
  if (records === 0) return []
  const many = CALLED[feed] ?? feed
  const of = keys === 1 ? `one ${many.replace(/s$/, '')}` : `${keys.toLocaleString('en')} ${many}`
  const stands = keys === 1 ? 'the last one stands' : 'of each the last one stands'
  return [
    `${records.toLocaleString('en')} ${areLines ? 'lines' : 'records'} are of ${of} and differ; ${stands}`,
  ]
}
