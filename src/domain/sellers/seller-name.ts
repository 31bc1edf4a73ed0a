import { Type } from '@sinclair/typebox'

/** The name of a seller in a path; `?by=` (ByQuery) goes with it. */
export const SellerName = Type.String({
  'x-names': 'seller',
  description: 'The seller_code or the id, percent-encoded where the path asks for it',
  examples: ['S-1001'],
})
