import { Type } from '@sinclair/typebox'

/** How a path names a seller. */
export const SellerKey = Type.String({
  description: 'The id, or the seller_code, percent-encoded where the path asks for it',
  examples: ['S-1001'],
})
