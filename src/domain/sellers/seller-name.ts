import { Type } from '@sinclair/typebox'

/** Where all is that the API has of the score of a seller. */
export const SCORE = '/api/sos/sellers/:seller_code/score'

/** The seller of a path that has its code and nothing else: digits are never an id. */
export const SellerCode = Type.String({
  'x-names': 'seller',
  description: 'The seller_code, percent-encoded where the path asks for it',
  examples: ['S-1001'],
})

/** The name of a seller in a path; `?by=` (ByQuery) goes with it. */
export const SellerName = Type.String({
  'x-names': 'seller',
  description: 'The seller_code or the id, percent-encoded where the path asks for it',
  examples: ['S-1001'],
})
