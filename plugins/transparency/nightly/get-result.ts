import type { Handler } from '../../../src/platform/http/handler.ts'
import { lastResult } from './result-queries.ts'
import type { auditResultSchema } from './schemas.ts'

export const getLogAudit: Handler<typeof auditResultSchema> = async ({ server }) =>
  (await lastResult(server.db)) ?? { checked_at: null, leaves: { scores: 0, audit: 0 }, findings: [] }
