import { codeWarningsOf } from '../../src/domain/id-or-code.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { codesLike, type SellerRow } from './queries.ts'

/** Warnings where another seller may be meant by this one's code, or by its id. */
export async function codeWarnings(tx: Tx, { id, seller_code: code }: Pick<SellerRow, 'id' | 'seller_code'>) {
  return codeWarningsOf('seller', { id, code }, await codesLike(tx, { id, code }))
}
