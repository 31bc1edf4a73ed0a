import { wordKey } from './open-word.ts'
import { RULE_NAMES } from './rule-types.ts'

/** What says when a record counts, in periods YYYY-MM; an `effective_to` of null has no end. */
export interface Dated {
  id: number
  is_active: boolean
  effective_from: string
  effective_to: string | null
}

type Type = keyof typeof RULE_NAMES

/** Fields of open words, which are the same in any case. */
const OPEN_WORDS: readonly string[] = ['contract_type', 'surcharge_type']

/** What records of a type must share to supersede each other: a metric, a name, a contract type (* for all). */
export function identityOf(type: Type, record: object): string {
  const value = (record as Record<string, unknown>)[RULE_NAMES[type].identity]
  return value === null || value === undefined ? '*' : identityNamed(type, String(value))
}

/** The identity that a text names, as records of the type have it. */
export const identityNamed = (type: Type, name: string): string =>
  OPEN_WORDS.includes(RULE_NAMES[type].identity) ? wordKey(name) : name

/**
 * The records of a type that count in a period, by id: active, effective in it, and of each identity the one with
 * the newest effective_from (the highest id among equals).
 */
export function inForce<R extends Dated>(type: Type, records: readonly R[], period: string): R[] {
  const newest = new Map<string, R>()
  for (const record of records) {
    const { is_active, effective_from, effective_to } = record
    if (!is_active || effective_from > period || (effective_to !== null && effective_to < period)) continue
    const identity = identityOf(type, record)
    const rival = newest.get(identity)
    if (!rival || supersedes(record, rival)) newest.set(identity, record)
  }
  return [...newest.values()].sort((a, b) => a.id - b.id)
}

const supersedes = (a: Dated, b: Dated) =>
  a.effective_from === b.effective_from ? a.id > b.id : a.effective_from > b.effective_from
