import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { runningPeriod } from '../../../src/domain/business-time.ts'
import type { ConfigDraft } from '../../../src/domain/config/config-draft.ts'
import { currentRules } from '../../../src/domain/scores/effective-rules.ts'
import type { Sql, Tx } from '../../../src/platform/database/database.ts'
import { differs, pageOfRows, plain } from '../../../src/platform/database/statements/records.ts'
import { entityTag } from '../../../src/platform/http/answers/answer-tags.ts'
import { conflict, notFound } from '../../../src/platform/http/errors/problems.ts'
import { audit, change, requireVersion } from '../../../src/platform/http/requests/change.ts'
import { endpoint, IfMatch, ifUnchanged, Stale, withETag } from '../../../src/platform/http/route.ts'
import {
  ChangesOf,
  Closed,
  Created,
  Id,
  ignoring,
  Success,
  wholeList,
} from '../../../src/platform/schemas/schemas.ts'
import { canonicalJson, sha256 } from '../../../src/scoring/canonical-json.ts'
import { Changes, type GivenChange, judgeChanges } from './changes.ts'
import { type GivenGuards, Guards, judgeGuards, ListedDraft, name, ShownDraft } from './schemas.ts'

const written = { name, changes: Changes, guards: Guards }

const READ_ONLY = Object.keys(ShownDraft.properties).filter((field) => !(field in written))
export const params = Type.Object({ id: Id() })

export const listDrafts = endpoint('GET', '/api/config/drafts', 'config.read', {
  operationId: 'listConfigDrafts',
  summary: 'List the drafts of the rules, the newest first',
  description: 'Without their changes and guards, which GET /api/config/drafts/:id has.',
  ...wholeList(ListedDraft),
})(({ server, query }) =>
  pageOfRows<ListedDraft>(server.db, query, {
    rows: `
      select id, name, version, changes_sha256, created_at, created_by, updated_at, updated_by, written_by, adopted_at,
             adopted_by, adopted_from, backtest_id, override_reason, ${NAMES},
             jsonb_array_length(changes) as change_count, ${TRIED} as tried
      from config_drafts`,
    values: [],
    order: 'id desc',
    name: 'config-drafts-page',
  }),
)

export const createDraft = endpoint('POST', '/api/config/drafts', 'drafts.write', {
  operationId: 'createConfigDraft',
  summary: 'Draft a change of the rules',
  description:
    'Nothing is changed by it: preview and backtest it, then adopt it from a month on. Its changes are of the rules that are effective in the running month. A draft that was read may be sent whole.',
  body: ignoring(Closed({ name, changes: Changes, guards: Type.Optional(Guards) }), ...READ_ONLY),
  response: { 200: Created },
})((request) =>
  change(request, async (tx) => {
    const { name, changes, guards = {} } = request.body
    const content = await judged(tx, request, { name, changes, guards })
    const by = request.actor.id
    const data = { ...stored(content), created_by: by, updated_by: by, written_by: [by] }
    const after = plain(await tx.prisma.config_draft.create({ data }))
    await audit(tx, request, { action: 'config_draft.created', entity_id: after.id, after })
    return { success: true, id: after.id }
  }),
)

export const getDraft = endpoint('GET', '/api/config/drafts/:id', 'config.read', {
  operationId: 'getConfigDraft',
  summary: 'One draft of the rules',
  params,
  response: { 200: withETag(ShownDraft) },
})(async ({ server, params: { id } }, reply) => {
  const draft = await namedDraft(server.db, id)
  if (!draft) throw noDraft(id)
  reply.header('etag', entityTag(draft.version))
  return draft
})

export const updateDraft = endpoint('PUT', '/api/config/drafts/:id', 'drafts.write', {
  operationId: 'updateConfigDraft',
  summary: 'Change a draft',
  description:
    'Fields that are not sent stay as they are; changes and guards are replaced as a whole. The whole draft is judged again. One that was adopted can’t be changed.',
  params,
  headers: IfMatch,
  body: ChangesOf(written, ShownDraft),
  response: { 200: withETag(Success), 412: Stale },
})(async (request, reply) => {
  const after = await change(request, async (tx) => {
    const before = await openDraft(tx, request)
    if (Object.keys(request.body).length === 0) return before
    const content = await judged(tx, request, { ...before, ...request.body })
    if (!differs(before, content)) return before
    const by = request.actor.id
    // Another name alone makes nobody one who has written it.
    const { changes_sha256, guards } = content
    const isOther = differs(before, { changes_sha256, guards })
    const written_by = isOther ? [...before.written_by.filter((id) => id !== by), by] : before.written_by
    const data = { ...stored(content), version: { increment: 1 }, updated_by: by, written_by }
    const after = plain(await tx.prisma.config_draft.update({ where: { id: before.id }, data }))
    await audit(tx, request, { action: 'config_draft.updated', entity_id: after.id, before, after })
    return after
  })
  reply.header('etag', entityTag(after.version))
  return { success: true }
})

export const removeDraft = endpoint('DELETE', '/api/config/drafts/:id', 'drafts.write', {
  operationId: 'deleteConfigDraft',
  summary: 'Delete a draft',
  description: 'Its backtests stay. One that was adopted can’t be deleted.',
  params,
  ...ifUnchanged,
})((request) =>
  change(request, async (tx) => {
    const before = await openDraft(tx, request)
    await tx.run`delete from config_drafts where id = ${before.id}`
    await audit(tx, request, { action: 'config_draft.deleted', entity_id: before.id, before })
    return { success: true }
  }),
)

/** The draft of a request, locked. @throws 404, 409 when it was adopted, 412 when If-Match names another version */
export async function openDraft(tx: Tx, request: Pick<FastifyRequest, 'headers' | 'actor' | 'params'>) {
  const { id } = request.params as { id: number }
  // Locked until the transaction ends: of a change and an adoption one sees the other.
  const draft = await tx.row<ConfigDraft>`select * from config_drafts where id = ${id} for update`
  if (!draft) throw noDraft(id)
  if (draft.adopted_at !== null) {
    const by = (await namedDraft(tx, id))?.adopted_by_name
    throw conflict('draft_adopted', `Draft ${id} was adopted by ${by}: make a new one instead`)
  }
  await requireVersion(tx, request, draft.version, { entity: 'config_draft', id })
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
  const judgedGuards = await judgeGuards(tx, rules, guards)
  return { name, changes, changes_sha256: sha256(canonicalJson(changes)), guards: judgedGuards }
}

const noDraft = (id: number) => notFound('draft_not_found', `There is no draft ${id}.`)

type Content = Pick<ConfigDraft, 'name' | 'changes' | 'changes_sha256' | 'guards'>

/** As Prisma takes what is JSON. */
const stored = ({ changes, guards, ...content }: Content) => ({
  ...content,
  changes: changes as object[],
  guards: guards as object,
})

/** What those are called who have made and adopted a draft. */
const NAMES = `(select full_name from users u where u.id = config_drafts.created_by) as created_by_name,
            (select full_name from users u where u.id = config_drafts.adopted_by) as adopted_by_name`

const TRIED = `(select jsonb_build_object('from', b.from_period, 'to', b.to_period, 'scores', b.report->'scores',
                                      'tier_drops', b.report->'tier_drops', 'tier_rises', b.report->'tier_rises')
             from backtests b
             where b.draft_id = config_drafts.id and b.changes_sha256 = config_drafts.changes_sha256
               and b.status = 'completed' order by b.id desc limit 1)`

/** A draft with these names; undefined where it is gone. */
const namedDraft = (db: Sql, id: number) =>
  db.row<ConfigDraft & Pick<ListedDraft, 'created_by_name' | 'adopted_by_name'>>(
    `select config_drafts.*, ${NAMES} from config_drafts where id = $1`,
    [id],
  )
