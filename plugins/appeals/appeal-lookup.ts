import type { FastifyRequest } from 'fastify'
import type { FoundAppeal } from '../../src/domain/appeals/appeal-row.ts'
import { requireInScope } from '../../src/domain/sellers/scope.ts'
import { notFound } from '../../src/platform/http/errors/problems.ts'
import { appealById } from './queries.ts'

/**
 * The appeal that a path names, inside the actor's scope.
 * @throws 404 when there is none, 403 when its seller is outside the scope
 */
export async function findAppeal({ server, scope }: FastifyRequest, id: number): Promise<FoundAppeal> {
  const appeal = await appealById(server.db, id)
  if (!appeal) throw notFound('appeal_not_found', `There is no appeal ${id}.`)
  requireInScope(scope, appeal)
  return appeal
}
