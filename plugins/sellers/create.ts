import { audit } from '../../src/platform/database/audit.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { requireAssignable } from './assignment.ts'
import { codeWarnings } from './code-warnings.ts'
import { insertSeller } from './queries.ts'
import type { createSchema } from './schemas.ts'

export const createSeller: Handler<typeof createSchema> = (request) =>
  change(request, async (tx) => {
    await requireAssignable(tx, request.body)
    const after = await insertSeller(tx, request.body)
    await audit(tx, request, { action: 'seller.created', entity: 'seller', entity_id: after.id, after })
    return { success: true, id: after.id, ...(await codeWarnings(tx, after)) }
  })
