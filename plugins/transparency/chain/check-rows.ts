import type { Sql } from '../../../src/platform/database/database.ts'
import type { Findings } from '../findings/findings.ts'
import { chainedRows } from './queries.ts'
import { stateOf } from './row-statement.ts'

/** Rows that are compared at a time. */
const AT_A_TIME = 500

/**
 * Compares rows of the audit log, by their ids, with their leaves.
 * @returns how many are the same or erased, and the indices of their leaves
 */
export async function checkRows(db: Sql, { from, to }: { from: number; to: number }, findings: Findings) {
  const seen = { same: 0, erased: 0, first: Number.POSITIVE_INFINITY, last: -1 }
  for (let next = from, done = false; !done; ) {
    const rows = await chainedRows(db, { from: next, to, limit: AT_A_TIME })
    for (const row of rows) {
      const state = stateOf(row)
      if (state === 'missing') findings.add('audit_row_missing', `id ${row.audit_id}`)
      else if (state === 'changed') findings.add('audit_row_changed', `id ${row.audit_id}`)
      else seen[state] += 1
      seen.first = Math.min(seen.first, row.index)
      seen.last = Math.max(seen.last, row.index)
    }
    next = (rows.at(-1)?.audit_id ?? to) + 1
    done = rows.length < AT_A_TIME
  }
  return seen
}

/** The rows of a span of ids that have had no leaf for a day: by then the job has come many times. */
export async function findUnchained(db: Sql, { from, to }: { from: number; to: number }, findings: Findings) {
  const rows = await db.rows<{ id: number }>(
    `select a.id from audit_log a
     where a.id >= $1 and a.id <= $2 and a.at < now() - interval '1 day'
       and not exists (select from audit_leaves l where l.audit_id = a.id)
     order by a.id limit 10000`,
    [from, to],
  )
  for (const { id } of rows) findings.add('audit_row_without_leaf', `id ${id}`)
}
