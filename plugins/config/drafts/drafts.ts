import type { FastifyRequest } from 'fastify'
import { runningPeriod } from '../../../src/domain/business-time.ts'
import { type ConfigDraft, findDraft } from '../../../src/domain/config/config-draft.ts'
import { currentRules } from '../../../src/domain/config/current-rules.ts'
import { audit } from '../../../src/platform/access/audit.ts'
import type { Tx } from '../../../src/platform/database/database.ts'
import { differs } from '../../../src/platform/database/prisma/differences.ts'
import { entityTag, requireVersion } from '../../../src/platform/http/answers/entity-tag.ts'
import { conflict, notFound } from '../../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { change } from '../../../src/platform/http/requests/idempotency.ts'
import { canonicalJson, sha256 } from '../../../src/scoring/canonical-json.ts'
import { type GivenGuards, judgeGuards } from './guards.ts'
import { judgeChanges } from './judge-changes.ts'
import {
  type Content,
  deleteDraft,
  insertDraft,
  lockDraft,
  namesOf,
  pageOfDrafts,
  rewriteDraft,
} from './queries.ts'
import type { createRoute, GivenChange, getRoute, listRoute, removeRoute, updateRoute } from './schemas.ts'

export const listDrafts: Handler<typeof listRoute> = ({ server, query }) => pageOfDrafts(server.db, query)

export const getDraft: Handler<typeof getRoute> = async ({ server, params: { id } }, reply) => {
  const draft = await findDraft(server.db, id)
  const names = await namesOf(server.db, id)
  if (!draft || !names) throw noDraft(id)
  reply.header('etag', entityTag(draft.version))
  return { ...draft, ...names }
}

export const createDraft: Handler<typeof createRoute> = (request) =>
  change(request, async (tx) => {
    const { name, changes, guards = {} } = request.body
    const content = await judged(tx, request, { name, changes, guards })
    const after = await insertDraft(tx, content, request.actor.id)
    await auditDraft(tx, request, 'created', { after })
    return { success: true, id: after.id }
  })

export const updateDraft: Handler<typeof updateRoute> = async (request, reply) => {
  const after = await change(request, async (tx) => {
    const before = await openDraft(tx, request)
    if (Object.keys(request.body).length === 0) return before
    const content = await judged(tx, request, { ...before, ...request.body })
    if (!differs(before, content)) return before
    const after = await rewriteDraft(tx, before.id, content, request.actor.id)
    await auditDraft(tx, request, 'updated', { before, after })
    return after
  })
  reply.header('etag', entityTag(after.version))
  return { success: true }
}

export const removeDraft: Handler<typeof removeRoute> = (request) =>
  change(request, async (tx) => {
    const before = await openDraft(tx, request)
    await deleteDraft(tx, before.id)
    await auditDraft(tx, request, 'deleted', { before })
    return { success: true }
  })

/**
 * The draft of a request, locked.
 * @throws 404, 409 when it was adopted, 412 when If-Match names another version
 */
export async function openDraft(tx: Tx, { headers, params }: Pick<FastifyRequest, 'headers' | 'params'>) {
  const { id } = params as { id: number }
  const draft = await lockDraft(tx, id)
  if (!draft) throw noDraft(id)
  if (draft.adopted_at !== null) {
    const names = await namesOf(tx, id)
    throw conflict(
      'draft_adopted',
      `Draft ${id} was adopted by ${names?.adopted_by_name}: make a new one instead`,
    )
  }
  await requireVersion(tx, headers['if-match'], draft.version, { entity: 'config_draft', id })
  return draft
}

/** What a draft says, judged against the rules of the running month. @throws 400 */
async function judged(
  tx: Tx,
  { server }: FastifyRequest,
  { name, changes: given, guards }: { name: string; changes: readonly GivenChange[]; guards: GivenGuards },
): Promise<Content> {
  const present = await currentRules(tx, runningPeriod(server))
  const { changes, rules } = judgeChanges(present, given)
  return {
    name,
    changes,
    changes_sha256: sha256(canonicalJson(changes)),
    guards: await judgeGuards(tx, rules, guards),
  }
}

const auditDraft = (
  tx: Tx,
  request: FastifyRequest,
  what: 'created' | 'updated' | 'deleted',
  states: { before?: ConfigDraft; after?: ConfigDraft },
) =>
  audit(tx, request, {
    action: `config_draft.${what}`,
    entity_id: (states.after ?? states.before)?.id,
    ...states,
  })

export const noDraft = (id: number) => notFound('draft_not_found', `There is no draft ${id}.`)
