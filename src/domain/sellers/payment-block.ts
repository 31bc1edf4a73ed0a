import { Type } from '@sinclair/typebox'
import type { Sql } from '../../platform/database/database.ts'
import { isActive } from '../events/surcharge-record.ts'

/** The type of surcharge that blocks a seller while one of it is active. */
export const PAYMENT_BLOCK = 'payment_block'

/** SQL: the active payment blocks. */
const PAYMENT_BLOCKS = `
  from surcharges b where b.surcharge_type = '${PAYMENT_BLOCK}' and ${isActive('b')}`

/** SQL: those of the seller with this id. */
const paymentBlocks = (id: string) => `${PAYMENT_BLOCKS} and b.seller_id = ${id}`

/** SQL: whether the seller with this id has an active payment_block. */
const hasPaymentBlock = (id: string) => `exists (select ${paymentBlocks(id)})`

/** SQL: the ids of all of whom `isBlocked` says so. */
export const BLOCKED_SELLERS = `
  select id from sellers where status <> 'active' union all select b.seller_id ${PAYMENT_BLOCKS}`

/** SQL: the active payment blocks of this row of sellers as JSON, the newest first. */
export const blocksOf = (s: string) =>
  `select row_to_json(b) ${paymentBlocks(`${s}.id`)} order by b.period desc, b.id desc`

/** Whether no order of a seller is to be shipped. */
export const IsBlocked = Type.Boolean({
  description: 'The seller has an active payment_block, or is suspended or terminated, now',
  examples: [true],
})

/** SQL: whether no order of this row of sellers is to be shipped, as enforcement says it. */
export const isBlocked = (s: string) => `(${s}.status <> 'active' or ${hasPaymentBlock(`${s}.id`)})`

/** The same of a seller whose state and payment blocks are known. */
export const isBlockedBy = (status: string, hasPaymentBlock: boolean) =>
  status !== 'active' || hasPaymentBlock

/** Those of the sellers that have an active payment_block. */
export async function blockedSellers(tx: Sql, ids: number[]): Promise<Set<number>> {
  const having = `select s.id from sellers s where s.id = any($1::int[]) and ${hasPaymentBlock('s.id')}`
  return new Set(ids.length > 0 ? await tx.column<number>(having, [ids]) : [])
}
