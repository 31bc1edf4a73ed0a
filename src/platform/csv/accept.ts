import type { FastifyRequest } from 'fastify'
import { preferredType } from '../http/requests/preferred-type.ts'

/** Whether the Accept header asks for CSV rather than JSON: what any type would satisfy gets JSON. */
export const prefersCsv = ({ headers }: FastifyRequest) =>
  preferredType(headers.accept, ['application/json', 'text/csv']) === 'text/csv'
