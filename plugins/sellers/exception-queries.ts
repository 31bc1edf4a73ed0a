import type { Tx } from '../../src/platform/database/database.ts'
import { dayOf, plain } from '../../src/platform/database/statements/records.ts'
import type { Prisma } from '../../src/platform/prisma/client.ts'
import { isKnownAdjustment } from '../../src/scoring/adjustments.ts'
import type { NewScoreException, ScoreExceptionChanges, ScoreExceptionItem } from './exceptions.ts'

/** How the total is named where a component could be; it is kept as null, which scoring reads so. */
export const TOTAL = 'total_sos'

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
  const required = {
    seller_id: sellerId,
    adjustment_rule: exception.adjustment_rule as Prisma.InputJsonObject,
    effective_from: dayOf(exception.effective_from),
  }
  const data = { ...exception, ...writtenForms(exception), ...required }
  return plain(await tx.prisma.score_exception.create({ data }))
}

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
