import { idOrCode } from '../../../src/domain/id-or-code.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { badRequest } from '../../../src/platform/http/problems.ts'

/**
 * The ids, in their order, of the sellers that a run is asked for by code or id; none stands for all active ones.
 * @throws 400 that names a seller that is unknown or not active
 */
export async function idsOfNamed(tx: Sql, names: string[] = []): Promise<number[]> {
  if (names.length === 0) return []
  const named = names.map(idOrCode)
  const found = await tx.rows<{ id: number; seller_code: string; status: string }>(
    'select id, seller_code, status from sellers where seller_code = any($1::text[]) or id = any($2::int[])',
    [named.flatMap((name) => ('code' in name ? [name.code] : [])), named.flatMap(ids)],
  )
  const known = new Set(found.flatMap(({ id, seller_code }) => [String(id), seller_code]))
  const unknown = names.find((name) => !known.has(/^\d+$/.test(name) ? String(Number(name)) : name))
  if (unknown !== undefined)
    throw badRequest('unknown_reference', `seller_codes: there is no seller ${unknown}`)
  const inactive = found.find(({ status }) => status !== 'active')
  if (inactive)
    throw badRequest(
      'seller_not_active',
      `seller_codes: ${inactive.seller_code} is ${inactive.status}, and only active sellers are scored`,
    )
  return found.map(({ id }) => id).sort((a, b) => a - b)
}

const ids = (name: ReturnType<typeof idOrCode>) => ('id' in name ? [name.id] : [])
