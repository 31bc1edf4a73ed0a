import type { TObject } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { arrayLiteral } from '../../src/platform/database/array-literal.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { compileRecordCheck } from './record-check.ts'

/** A kind of record that upstream systems push, and how it is checked and stored. */
export interface Feed {
  name: string
  /** What the feed is about, for the documentation. */
  summary: string
  description: string
  record: TObject
  /** The fields that together identify a record. */
  key: string[]
  /** undefined for a good record, else the sentence that names its first bad field. */
  check(value: unknown): string | undefined
  /** Stores records that passed `check`, in the caller's transaction. */
  store(tx: Sql, records: object[], push: Push): Promise<Stored>
}

/** The push in whose name records are stored. */
export interface Push {
  request: FastifyRequest
  /** false: nothing is stored, only what can't be is found. */
  keep: boolean
}

/** What became of the records of one call of `store`; whatever is in no count is as it was. */
export interface Stored {
  created: number
  updated: number
  /** `at` counts the records given, from 0. */
  refused: { at: number; error: string }[]
  periods: PeriodCount[]
}

/** Facts created and updated in a month, and how many of them came after the seller's score was final. */
export interface PeriodCount {
  period: string
  created: number
  updated: number
  late: number
}

/** A feed of facts: what differs from one to the next. */
export interface FactFeed extends Omit<Feed, 'check' | 'store'> {
  /**
   * The statement that resolves codes, upserts and classifies. $1 is the business time zone, $2 whether to store,
   * then comes one array for each field of `record`, in its order. Its one row is a `FactResult`.
   * Rows are written in the order of their keys, so that two pushes don't deadlock. Of records with one key the last
   * one that was not observed before an earlier one is taken. received_at moves only when a fact changes: so a
   * changed row is told from one in which only observed_at has moved on.
   */
  statement: string
}

interface FactResult {
  /** Records that name something that does not exist: their number from 1, and the field. */
  unknown: { n: number; field: string }[] | null
  periods: PeriodCount[] | null
}

/** Makes a feed of its statement. */
export const factFeed = (facts: FactFeed): Feed => ({
  ...facts,
  description: `${facts.description} A record replaces what is stored under its key: a field that is missing counts as null or its default.`,
  check: compileRecordCheck(facts.record),
  store: (tx, records, push) => storeFacts(tx, facts, records, push),
})

async function storeFacts(
  tx: Sql,
  { record, statement }: FactFeed,
  records: object[],
  { request, keep }: Push,
): Promise<Stored> {
  const rows = records as Record<string, unknown>[]
  const columns = Object.keys(record.properties).map((field) => arrayLiteral(rows.map((row) => row[field])))
  const { BUSINESS_TIMEZONE } = request.server.env
  const result = await tx.one<FactResult>(statement, [BUSINESS_TIMEZONE, keep, ...columns])
  const periods = result.periods ?? []
  return {
    created: total(periods, 'created'),
    updated: total(periods, 'updated'),
    refused: (result.unknown ?? []).map(({ n, field }) => ({
      at: n - 1,
      error: `${field} ${JSON.stringify(rows[n - 1]?.[field])} names no ${field.replace(/_(code|id)$/, '')}`,
    })),
    periods,
  }
}

const total = (periods: PeriodCount[], count: 'created' | 'updated' | 'late') =>
  periods.reduce((sum, period) => sum + period[count], 0)
