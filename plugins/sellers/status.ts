import { httpErrors } from '@fastify/sensible'
import type { Seller } from './schemas.ts'

/**
 * Active and suspended change into each other and into terminated; terminated is final. A status that is not
 * given, or is what it was, is no transition.
 * @throws 409
 */
export function requireTransition(from: Seller['status'], to: Seller['status'] = from) {
  if (from === 'terminated' && to !== 'terminated')
    throw httpErrors.conflict(`status can't become ${to}: this seller is terminated, which is final`)
}
