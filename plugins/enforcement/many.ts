import { scopeOf } from '../../src/domain/sellers/scope.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { badRequest } from '../../src/platform/http/problems.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { enforcementOf } from './enforcement-of.ts'
import { manyEnforced } from './many-queries.ts'
import { MOST_SELLERS, type manySchema } from './schemas.ts'

export const getManyEnforcements: Handler<typeof manySchema> = async ({ server, actor, query }) => {
  const names = namesOf(query.seller_codes)
  const since = readCursor(query.changed_since)
  const { sellers, known, until, is_lost } = await manyEnforced(server.db, scopeOf(actor), { names, since })
  const unknown = names?.filter((name) => !known.includes(name)) ?? []
  const warnings = [
    ...(unknown.length > 0
      ? [`Left out, because they name no seller that you may see: ${unknown.join(', ')}.`]
      : []),
    ...(is_lost ? [LOST] : []),
  ]
  return {
    data: sellers.map(enforcementOf),
    next: writeCursor(until),
    ...(warnings.length > 0 && { warnings }),
  }
}

const LOST =
  'The database was restored since changed_since was given out, so this is the answer without it: begin your copy anew.'

/** The names between the commas, each once; null when none is asked for. @throws 400 for too many */
function namesOf(text: string | undefined): string[] | null {
  if (text === undefined) return null
  const names = new Set(text.split(',').map((name) => name.trim()))
  names.delete('')
  if (names.size > MOST_SELLERS)
    throw badRequest(
      'invalid_field',
      `seller_codes must name at most ${MOST_SELLERS} sellers, not ${names.size}; ask again for the others`,
    )
  return [...names]
}
