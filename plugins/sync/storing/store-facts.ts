import type { Sql } from '../../../src/platform/database/database.ts'
import { arrayLiteral, binaryArray, isBinaryType } from '../../../src/platform/database/statements/arrays.ts'
import { auditAll } from '../../../src/platform/http/requests/change.ts'
import type { DayCount, PeriodCount, Push, Stored } from '../pushed-feed.ts'
import { type Findings, KEYS_NAMED, say } from '../reading/findings.ts'
import type { Upsert } from './upsert.ts'

interface UpsertResult {
  /** The rows that were removed, with the number of the record that took them back, from 1. */
  removed: { n: number; row: object }[] | null
  /** Records that name something that does not exist: their number from 1, and the field. */
  unknown: { n: number; field: string }[] | null
  periods: PeriodCount[] | null
  days: DayCount[] | null
  past: number
  late: number
  /** The numbers of the records, from 1, that each check of the upsert has found. */
  odd_dates: (number[] | null)[]
}

/** Stores facts that were read and checked, and notes in the audit those that they take back. */
export async function storeFacts(
  tx: Sql,
  feed: string,
  upsert: Upsert,
  records: object[],
  { request, keep }: Push,
  hasRepeats: boolean,
): Promise<Stored> {
  const rows = records as Record<string, unknown>[]
  const { BUSINESS_TIMEZONE, KEEP_FACTS_MONTHS } = request.server.env
  const result = await tx.one<UpsertResult>(
    ...callOf(upsert, [BUSINESS_TIMEZONE, keep, KEEP_FACTS_MONTHS], rows, hasRepeats),
  )
  const periods = result.periods ?? []
  const removed = (result.removed ?? []).toSorted((one, other) => one.n - other.n)
  const entry = { action: `sync.${feed}.deleted`, entity: 'feed', entity_id: feed }
  const entries = removed.map(({ row }) => ({ ...entry, before: row }))
  if (entries.length > 0) await auditAll(tx, request, entries)
  return {
    created: total(periods, 'created'),
    updated: total(periods, 'updated'),
    deleted: removed.map(({ n }) => n - 1),
    refused: (result.unknown ?? []).map(({ n, field }) => ({
      at: n - 1,
      error: `${field} ${JSON.stringify(rows[n - 1]?.[field])} names no ${field.replace(/_(code|id)$/, '')}`,
    })),
    periods,
    days: result.days ?? [],
    late: result.late,
    found: oddAmong(rows, upsert, result.odd_dates),
    past: result.past,
  }
}

/** What the checks have found of the records whose numbers they list. */
function oddAmong(rows: Row[], { key, dateChecks }: Upsert, found: UpsertResult['odd_dates']): Findings {
  const findings: Findings = {}
  for (const [i, { said }] of dateChecks.entries()) {
    const numbers = (found[i] ?? []).toSorted((one, other) => one - other)
    const keyOf = (n: number) => key.flatMap((field) => rows[n - 1]?.[field] ?? []).join('/')
    if (numbers.length > 0)
      say(findings, 'odd', said, numbers.length, numbers.slice(0, KEYS_NAMED).map(keyOf))
  }
  return findings
}

const total = (periods: PeriodCount[], count: 'created' | 'updated') =>
  periods.reduce((sum, period) => sum + period[count], 0)

type Row = Record<string, unknown>

/** The statement of a feed that records need, with its parameters. */
function callOf(
  { fields, ...upsert }: Upsert,
  first: unknown[],
  rows: Row[],
  hasRepeats: boolean,
): [string, unknown[]] {
  const columns = fields.map(({ field, type }) => parameter(type, rows, field))
  if (rows.some(({ deleted }) => deleted))
    return [upsert.withDeletions, [...first, ...columns, parameter('bool', rows, 'deleted')]]
  const statement = hasRepeats ? upsert.withRepeats : upsert.statement
  return [statement, [...first, ...columns]]
}

function parameter(type: string, rows: Row[], field: string) {
  const values = rows.map((row) => row[field])
  return isBinaryType(type) ? binaryArray(type, values) : arrayLiteral(values)
}
