import type { DayCount, LateCount } from '../../../src/domain/facts/count-days.ts'
import type { Feed } from '../../../src/feeds/feed.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { arrayLiteral, binaryArray, isBinaryType } from '../../../src/platform/database/statements/arrays.ts'
import { auditAll } from '../../../src/platform/http/requests/change.ts'
import type { Candidate, Push, Stored } from '../pushed-feed.ts'
import { type Findings, KEYS_NAMED, say } from '../reading/findings.ts'
import { DELETED, type Upsert } from './upsert.ts'

interface UpsertResult {
  /** The rows that were removed, with the number of the record that took them back, from 1. */
  removed: { n: number; row: object }[]
  /** Records that name something that does not exist: their number from 1, and the field. */
  unknown: { n: number; field: string }[]
  days: DayCount[]
  late_months: LateCount[]
  past: number
  late: number
  /** The numbers of the records, from 1, that each check of the upsert has found. */
  odd_dates: (number[] | null)[]
}

/**
 * So many records are stored by a plan that is kept. It is made for few: of more the statement alone is kept, and each push
 * has a plan for its number of records.
 */
const FEW = 100

/** Stores facts that were read and checked, and notes in the audit those that they take back. */
export async function storeFacts(
  tx: Sql,
  feed: Feed,
  upsert: Upsert,
  good: Candidate[],
  { request, keep }: Push,
  hasRepeats: boolean,
): Promise<Stored> {
  const rows = good.map(({ record }) => record as Row)
  const { BUSINESS_TIMEZONE, KEEP_FACTS_MONTHS } = request.server.env
  const takesBack = rows.some(({ deleted }) => deleted)
  const isAny = hasRepeats || takesBack
  const isLarge = good.length > FEW
  const fields = isAny ? [...upsert.fields, DELETED] : upsert.fields
  const values = fields.map((column) => arrayOf(column, rows))
  const { lock } = feed
  if (lock) await tx.run(lock.statement, [[...new Set(rows.map((row) => row[lock.field]))]])
  if (isLarge) await tx.run('set local plan_cache_mode = force_custom_plan')
  if (keep && takesBack) await holdPushes(tx, feed)
  const { unknown, removed, late_months, odd_dates, ...counted } = await tx.one<UpsertResult>(
    isAny ? upsert.ofAny : upsert.statement,
    [BUSINESS_TIMEZONE, keep, KEEP_FACTS_MONTHS, ...values],
    `push-${feed.name}${isAny ? '-any' : ''}${isLarge ? '-large' : ''}`,
  )
  const entry = { action: `sync.${feed.name}.deleted`, entity: 'feed', entity_id: feed.name } as const
  const entries = removed.map(({ row }) => ({ ...entry, before: row }))
  if (entries.length > 0) await auditAll(tx, request, entries)
  const total = (count: 'created' | 'updated') => counted.days.reduce((sum, day) => sum + day[count], 0)
  return {
    ...counted,
    created: total('created'),
    updated: total('updated'),
    deleted: removed.map(({ n }) => good[n - 1] as Candidate),
    refused: new Map(
      unknown.map(({ n, field }) => [
        good[n - 1] as Candidate,
        `${field} ${JSON.stringify(rows[n - 1]?.[field])} names no ${field.replace(/_(code|id)$/, '')}`,
      ]),
    ),
    lateMonths: late_months,
    found: oddAmong(rows, feed, upsert, odd_dates),
  }
}

/**
 * Waits for pushes of the feed that are under way and holds new ones until the transaction ends: what is taken back and
 * what is stored at the same time would not see each other. Pushes that take nothing back go on beside each other: they
 * conflict with this lock by the one that writing takes, before the statement looks at what is stored.
 */
const holdPushes = (tx: Sql, { table }: Feed) => tx.run(`lock table ${table} in share row exclusive mode`)

function arrayOf({ field, type }: Upsert['fields'][number], rows: Row[]) {
  const values = rows.map((row) => row[field])
  return isBinaryType(type) ? binaryArray(type, values) : arrayLiteral(values)
}

type Row = Record<string, unknown>

/** What the checks have found of the records whose numbers they list. */
function oddAmong(rows: Row[], { key }: Feed, { dateChecks }: Upsert, found: UpsertResult['odd_dates']) {
  const findings: Findings = {}
  for (const [i, { said }] of dateChecks.entries()) {
    const numbers = (found[i] ?? []).toSorted((one, other) => one - other)
    const keyOf = (n: number) => key.flatMap((field) => rows[n - 1]?.[field] ?? []).join('/')
    if (numbers.length > 0)
      say(findings, 'odd', said, numbers.length, numbers.slice(0, KEYS_NAMED).map(keyOf))
  }
  return findings
}
