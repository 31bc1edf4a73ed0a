/** Which records of the rules count when: of one kind the active one with the newest `effective_from`. */

export interface Dated {
  id: number
  version: number
  is_active: boolean
  effective_from: string
  /** The last month; null has no end. */
  effective_to: string | null
  [field: string]: unknown
}

/** The field that records of a type share when one stands in for the other. */
export const IDENTIFYING = {
  'score-weights': 'contract_type',
  tiers: 'name',
  'p-score': 'metric',
  'o-score': 'metric',
  't-score': 'metric',
  'f-score': 'metric',
  'i-score': 'metric',
  surcharge: 'surcharge_type',
  'am-bonus-penalty': 'name',
  'am-kpi-weight': 'metric',
  'grace-period': 'contract_type',
  helpdesk: 'category',
} as const

export type RuleType = keyof typeof IDENTIFYING
export const RULE_TYPES = Object.keys(IDENTIFYING) as RuleType[]

const OPEN_WORDS = ['contract_type', 'surcharge_type']

/** What a record is about: a metric, a name, a word (* for all). */
export function identityOf(type: RuleType, record: Record<string, unknown>): string {
  const field = IDENTIFYING[type]
  const value = record[field]
  if (value === null || value === undefined) return '*'
  return OPEN_WORDS.includes(field)
    ? String(value)
        .trim()
        .toLowerCase()
        .replaceAll(/[\s_-]+/g, '_')
    : String(value)
}

/** The records that count in a month, by id. */
export function inForce<R extends Dated>(type: RuleType, records: readonly R[], month: string): R[] {
  const newest = new Map<string, R>()
  for (const record of records) {
    if (!covers(record, month)) continue
    const identity = identityOf(type, record)
    const rival = newest.get(identity)
    if (!rival || isNewer(record, rival)) newest.set(identity, record)
  }
  return [...newest.values()].sort((a, b) => a.id - b.id)
}

const covers = ({ is_active, effective_from, effective_to }: Dated, month: string) =>
  is_active && effective_from <= month && (effective_to === null || effective_to >= month)

const isNewer = (a: Dated, b: Dated) =>
  a.effective_from === b.effective_from ? a.id > b.id : a.effective_from > b.effective_from

/** Months in a row in which one record counts. */
export interface Span<R> {
  record: R
  from: string
  to: string
}

/** For each kind, in the order in which it came, which record counts in which of the months. */
export function spansOf<R extends Dated>(
  type: RuleType,
  records: readonly R[],
  months: readonly string[],
): { identity: string; spans: Span<R>[] }[] {
  const rows = new Map<string, Span<R>[]>()
  for (const record of records) if (record.is_active) rows.set(identityOf(type, record), [])
  for (const month of months)
    for (const record of inForce(type, records, month)) {
      const spans = rows.get(identityOf(type, record)) ?? []
      const last = spans.at(-1)
      if (last?.record.id === record.id && months.indexOf(last.to) === months.indexOf(month) - 1)
        last.to = month
      else spans.push({ record, from: month, to: month })
    }
  return [...rows].map(([identity, spans]) => ({ identity, spans }))
}
