import { Type } from '@sinclair/typebox'
import type { Sql } from '../platform/database/database.ts'
import { isFinalByOrder } from './scored-month.ts'

const COUNTED_OTHERWISE =
  'counted by the month of the order or ticket what fell due after its end. From then on it counts in the month in which it falls due.'

/** What is said where a month is compared with one that releases before have counted. */
export const CountedOtherwise = () =>
  Type.Optional(
    Type.String({
      description: 'Where the month that it is compared with was counted otherwise',
      examples: [`2026-09 ${COUNTED_OTHERWISE}`],
    }),
  )

/** For each of these months what has to be said where it is compared with one before; nothing of most. */
export async function countedOtherwise(
  db: Sql,
  compared: { period: string; before: string }[],
): Promise<Map<string, string>> {
  const rows = await db.rows<{ period: string; before: string }>(
    `select period, before from unnest($1::text[], $2::text[]) compared(period, before)
     where ${isFinalByOrder(`to_date(before, 'YYYY-MM')`)} and not ${isFinalByOrder(`to_date(compared.period, 'YYYY-MM')`)}`,
    [compared.map(({ period }) => period), compared.map(({ before }) => before)],
    'counted-otherwise',
  )
  return new Map(rows.map(({ period, before }) => [period, `${before} ${COUNTED_OTHERWISE}`]))
}
