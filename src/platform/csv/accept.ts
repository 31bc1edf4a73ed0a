import type {} from '@fastify/accepts'
import type { FastifyRequest } from 'fastify'

/**
 * Whether the Accept header asks for CSV rather than JSON. CSV must be named: what any type would satisfy gets JSON.
 * Where both are named and equally wanted, the first one is meant.
 */
export function prefersCsv(request: FastifyRequest): boolean {
  if (!/\btext\/csv\b/i.test(request.headers.accept ?? '')) return false
  return String(request.type(['application/json', 'text/csv', 'text/csv; charset=utf-8'])).startsWith(
    'text/csv',
  )
}
