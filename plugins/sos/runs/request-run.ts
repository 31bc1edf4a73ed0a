import type { FastifyInstance } from 'fastify'
import { codesAndIds } from '../../../src/domain/id-or-code.ts'
import { ambiguousSeller, type SellerRef } from '../../../src/domain/sellers/find-seller.ts'
import { type Acting, audit } from '../../../src/platform/access/audit.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { badRequest } from '../../../src/platform/http/errors/problems.ts'
import type { By } from '../../../src/platform/schemas/schemas.ts'
import { STARTING } from './next-run.ts'
import { openRun } from './run-queries.ts'

/**
 * The id of the unfinished run of a period and these sellers, or of all active ones. A new one gets its job in the
 * transaction that opens it, or later, when the runs that it waits behind have ended.
 * @throws 400 that names a seller that is unknown or not active
 */
export const requestRun = (
  { db, jobs }: Pick<FastifyInstance, 'db' | 'jobs'>,
  acting: Acting,
  { period, seller_codes, by }: { period: string; seller_codes?: string[]; by?: By },
): Promise<number> =>
  db.transaction(async (tx) => {
    const seller_ids = await idsOfNamed(tx, seller_codes, by)
    const requested_by = acting?.actor.id ?? null
    const { id, is } = await openRun(tx, { period, seller_ids, requested_by })
    if (is === 'joined') return id
    if (is === 'opened') await jobs.send(tx, STARTING, { run_id: id, period })
    await audit(tx, acting, {
      action: 'scoring_run.requested',
      entity_id: id,
      after: { period, seller_codes },
    })
    return id
  })

/**
 * The ids, in their order, of the sellers that a run is asked for by code or id; none stands for all active ones.
 * @throws 400 that names a seller that is unknown or not active, 409 for a name that is the code of one and the id of
 * another
 */
async function idsOfNamed(tx: Sql, names: string[] = [], by?: By): Promise<number[]> {
  if (names.length === 0) return []
  const { codes, ids } = codesAndIds(names, by)
  const found = await tx.rows<Pick<SellerRef, 'seller_id' | 'seller_code' | 'status'>>(
    'select id as seller_id, seller_code, status from sellers where seller_code = any($1::text[]) or id = any($2::int[])',
    [codes, ids],
  )
  const byCode = new Map(by === 'id' ? [] : found.map((seller) => [seller.seller_code, seller]))
  const byId = new Map(by === 'code' ? [] : found.map((seller) => [String(seller.seller_id), seller]))
  const named = names.map((name) => {
    const [one, other] = new Set([byCode.get(name), byId.get(name)].filter((seller) => seller !== undefined))
    if (one && other) throw ambiguousSeller(name, [one, other])
    if (!one) throw badRequest('unknown_reference', `seller_codes: there is no seller ${name}`)
    return one
  })
  const inactive = named.find(({ status }) => status !== 'active')
  if (inactive)
    throw badRequest(
      'seller_not_active',
      `seller_codes: ${inactive.seller_code} is ${inactive.status}, and only active sellers are scored`,
    )
  return [...new Set(named.map(({ seller_id }) => seller_id))].sort((a, b) => a - b)
}
