import type { Database, Tx } from '../../src/platform/database/database.ts'
import { pageOfRecords } from '../../src/platform/database/prisma/page-of-records.ts'
import { dayOf, plain } from '../../src/platform/database/prisma/record.ts'
import type { Prisma } from '../../src/platform/prisma/client.ts'
import { isKnownAdjustment } from '../../src/scoring/adjustments.ts'
import {
  type NewScoreException,
  type ScoreExceptionChanges,
  type ScoreExceptionItem,
  TOTAL,
} from './exception-schemas.ts'

/** One page of the exceptions of a seller and how many there are, the newest first; `today` is YYYY-MM-DD. */
export function pageOfExceptions(
  { prisma }: Database,
  seller_id: number,
  today: string,
  query: { page: number; limit: number },
) {
  const where = { seller_id }
  return pageOfRecords(
    query,
    (rows) => prisma.score_exception.findMany({ where, orderBy: { id: 'desc' }, ...rows }),
    prisma.score_exception.count({ where }),
    (exception) => shownException(plain(exception) as ExceptionRow, today),
  )
}

/** The exception of a seller with this id, or undefined; `today` is YYYY-MM-DD. */
export async function exceptionBy({ prisma }: Database, sellerId: number, id: number, today: string) {
  const record = await prisma.score_exception.findFirst({ where: { seller_id: sellerId, id } })
  return record ? shownException(plain(record) as ExceptionRow, today) : undefined
}

/** All exceptions of a seller, the oldest first. */
export const exceptionsOf = async ({ prisma }: Tx, sellerId: number) =>
  plain(await prisma.score_exception.findMany({ where: { seller_id: sellerId }, orderBy: { id: 'asc' } }))

/** The columns of an exception. */
export type ExceptionRow = Omit<ScoreExceptionItem, 'applies' | 'in_force'>

/** An exception as the API shows it; dates are compared as text, YYYY-MM-DD. */
export const shownException = (row: ExceptionRow, today: string): ScoreExceptionItem => ({
  ...row,
  applies: isKnownAdjustment(row.adjustment_rule, row.score_component_affected),
  in_force:
    row.is_active === 1 &&
    row.effective_from <= today &&
    (row.effective_to === null || today <= row.effective_to),
})

export async function insertException(tx: Tx, sellerId: number, exception: NewScoreException) {
  const { adjustment_rule, effective_from } = exception
  return plain(
    await tx.prisma.score_exception.create({
      data: {
        ...exception,
        ...writtenForms(exception),
        seller_id: sellerId,
        adjustment_rule: adjustment_rule as Prisma.InputJsonObject,
        effective_from: dayOf(effective_from),
      },
    }),
  )
}

/** The exception as it stands, locked; undefined when the seller has none of that id. */
export const lockException = (tx: Tx, sellerId: number, id: number) =>
  tx.row<ExceptionRow>`
    select * from score_exceptions where seller_id = ${sellerId} and id = ${id} for update`

/** Changes the given fields, leaves the others. */
export async function changeException(tx: Tx, sellerId: number, id: number, changes: ScoreExceptionChanges) {
  const where = { seller_id_id: { seller_id: sellerId, id } }
  const data = { ...changes, ...writtenForms(changes) }
  return plain(await tx.prisma.score_exception.update({ where, data }))
}

/** The fields that Prisma writes in another form. */
const writtenForms = (exception: ScoreExceptionChanges) => ({
  adjustment_rule: exception.adjustment_rule as Prisma.InputJsonObject | undefined,
  score_component_affected: storedComponent(exception.score_component_affected),
  effective_from: dayOf(exception.effective_from),
  effective_to: dayOf(exception.effective_to),
})

/** The total is null in the column, which scoring reads so. */
export const storedComponent = <Name extends string>(name: Name | null | undefined) =>
  name === TOTAL ? null : (name as Exclude<Name, typeof TOTAL> | null | undefined)
