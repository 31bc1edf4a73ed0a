import { Type } from '@sinclair/typebox'

export const sellerCode = Type.String({ description: 'The seller’s code', examples: ['S-1018'] })
