import type { Tx } from '../../src/platform/database/database.ts'
import { codeLike, type SellerRow } from './queries.ts'

/** A warning where another seller has the same code in another case: whoever pushes facts may mean that one. */
export async function codeWarnings(
  tx: Tx,
  seller: Pick<SellerRow, 'id' | 'seller_code'>,
): Promise<{ warnings?: string[] }> {
  const other = await codeLike(tx, seller)
  return other
    ? { warnings: [`seller_code ${seller.seller_code} differs from ${other.seller_code} only by case.`] }
    : {}
}
