import { Type } from '@sinclair/typebox'
import type { RouteOptions } from 'fastify'
import { idOrCode } from '../../../src/domain/id-or-code.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { differencesOf, pageOfRecords, plain } from '../../../src/platform/database/statements/records.ts'
import { withTag } from '../../../src/platform/http/answers/answer-tags.ts'
import { badRequest, notFound } from '../../../src/platform/http/errors/problems.ts'
import { audit, change, requireMatch } from '../../../src/platform/http/requests/change.ts'
import { endpoint, ifUnchanged, withETag } from '../../../src/platform/http/route.ts'
import {
  ChangesOf,
  Closed,
  Created,
  Id,
  ignoring,
  OneOf,
  wholeList,
} from '../../../src/platform/schemas/schemas.ts'
import type { PushedFeed } from '../pushed-feed.ts'
import { lacking, mappingProblem } from './check-mapping.ts'
import { fieldsOf, type Mapping, MappingOf, type MappingRules } from './mapping-schemas.ts'
import { PLAIN, PRESETS } from './presets.ts'

const params = Type.Object({
  id: Type.String({ description: 'Its id or its name', examples: ['my-shopify'] }),
})

/** The routes that keep mappings: how records of other systems become records of a feed. */
export function mappingRoutes(feeds: PushedFeed[]): RouteOptions[] {
  const names = feeds.map(({ name }) => name)
  const fields = fieldsOf(names)
  const { name, ...others } = fields
  const Mapping = MappingOf(names)
  const feedOf = (asked: string) => feeds.find((feed) => feed.name === asked) as PushedFeed

  /** @throws 400 for the name that means the list of presets in a path, and one that says why a mapping can't be used */
  function requireUsable({ name, ...rules }: MappingRules & { name: string }) {
    const problem =
      name === 'presets'
        ? 'name must not be presets, which lists the presets'
        : mappingProblem(feedOf(rules.feed), rules)
    if (problem) throw badRequest('invalid_field', problem)
  }

  const listMappings = endpoint('GET', '/api/sync/mappings', 'sync.read', {
    operationId: 'listSyncMappings',
    summary: 'List mappings',
    ...wholeList(Mapping),
  })(({ server: { db }, query }) =>
    pageOfRecords(
      query,
      (rows) => db.prisma.sync_mapping.findMany({ orderBy: { name: 'asc' }, ...rows }),
      db.prisma.sync_mapping.count(),
      (mapping) => plain(mapping) as Mapping,
    ),
  )

  const listPresets = endpoint('GET', '/api/sync/mappings/presets', 'sync.read', {
    operationId: 'listSyncMappingPresets',
    summary: 'Mappings that can be copied',
    description:
      'For the public exports of other systems. `POST /api/sync/mappings` with `preset` copies one; its `fields` lie over those of the preset, its `only`, `each` and `lines` replace them. Where a copy reads the seller elsewhere, `each` is not copied.',
    response: {
      200: Type.Object({
        data: Type.Array(
          Type.Object({
            ...fields,
            lacks: Type.Array(Type.String(), {
              description: 'Required fields that a copy must add',
              examples: [['seller_code']],
            }),
          }),
        ),
      }),
    },
  })(async () => ({
    data: PRESETS.map((preset) => ({ ...preset, lacks: lacking(feedOf(preset.feed), preset.fields) })),
  }))

  const getMapping = endpoint('GET', '/api/sync/mappings/:id', 'sync.read', {
    operationId: 'getSyncMapping',
    summary: 'Get a mapping',
    params,
    response: { 200: withETag(Mapping) },
  })(({ server: { db }, params: { id } }, reply) =>
    withTag(reply, db, 'sync_mappings', keyOfMapping(id), () => mappingBy(db, id)),
  )

  const createMapping = endpoint('POST', '/api/sync/mappings', 'sync.write', {
    operationId: 'createSyncMapping',
    summary: 'Create a mapping',
    description:
      'It is checked at once: fields that the feed does not have, and required ones that have no source, are a 400.',
    body: ignoring(
      Closed({
        name,
        preset: Type.Optional(
          OneOf(
            PRESETS.map(({ name }) => name),
            { description: 'The preset to copy', examples: ['shopify-orders'] },
          ),
        ),
        ...Type.Partial(Type.Object(others)).properties,
      }),
      'lacks',
    ),
    response: { 200: Created },
  })((request) =>
    change(request, async (tx) => {
      const { preset: copied, ...given } = request.body
      const preset = PRESETS.find(({ name }) => name === copied)
      const feed = given.feed ?? preset?.feed
      if (feed === undefined) throw badRequest('field_required', 'feed is required, or a preset to copy')
      const each = preset && isSellerKept(feedOf(preset.feed), given.fields) ? preset.each : []
      const all = { ...preset?.fields, ...given.fields }
      const own = Object.fromEntries(
        Object.entries(given).filter(([, value]) => value !== null),
      ) as typeof given
      const made = { description: null, ...PLAIN, ...preset, each, ...own, feed, fields: all }
      requireUsable(made)
      const after = plain(await tx.prisma.sync_mapping.create({ data: made }))
      await audit(tx, request, { action: 'sync_mapping.created', entity_id: after.id, after })
      return { success: true, id: after.id }
    }),
  )

  const updateMapping = endpoint('PUT', '/api/sync/mappings/:id', 'sync.write', {
    operationId: 'updateSyncMapping',
    summary: 'Change a mapping',
    description: 'Any of the fields; `fields`, `only`, `each` and `lines` are replaced as a whole.',
    params,
    ...ifUnchanged,
    body: ChangesOf({ ...fields, id: Type.Optional(Id()) }, Mapping),
  })((request) =>
    change(request, async (tx) => {
      const before = await mappingBy(tx, request.params.id, 'for update')
      await requireMatch(tx, request, 'sync_mappings', before.id)
      const { id, ...given } = request.body
      if (id !== undefined && id !== before.id)
        throw badRequest('id_mismatch', `id can't be changed: leave it out, or send ${before.id}`)
      const changes = differencesOf(before, given)
      if (Object.keys(changes).length === 0) return { success: true }
      requireUsable({ ...before, ...changes })
      const after = plain(await tx.prisma.sync_mapping.update({ where: { id: before.id }, data: changes }))
      await audit(tx, request, { action: 'sync_mapping.updated', entity_id: before.id, before, after })
      return { success: true }
    }),
  )

  return [listMappings, listPresets, getMapping, createMapping, updateMapping, deleteMapping]
}

const deleteMapping = endpoint('DELETE', '/api/sync/mappings/:id', 'sync.write', {
  config: { conflicts: false },
  operationId: 'deleteSyncMapping',
  summary: 'Delete a mapping',
  params,
  ...ifUnchanged,
})((request) =>
  change(request, async (tx) => {
    const before = await mappingBy(tx, request.params.id, 'for update')
    await requireMatch(tx, request, 'sync_mappings', before.id)
    await tx.prisma.sync_mapping.delete({ where: { id: before.id } })
    await audit(tx, request, { action: 'sync_mapping.deleted', entity_id: before.id, before })
    return { success: true }
  }),
)

/** Whether a copy reads the seller where its preset does: a preset makes several records of one for the sake of sellers. */
const isSellerKept = (feed: PushedFeed, given: MappingRules['fields'] = {}) =>
  !Object.keys(given).some((name) => feed.nameOf(name)?.field === 'seller_code')

/** What a path names a mapping by: its id (digits alone) or its name. */
function keyOfMapping(key: string) {
  const named = idOrCode(key)
  return 'id' in named ? named : { name: named.code }
}

/** The mapping that a path names, with `for update` locked until the transaction ends. @throws 404 */
async function mappingBy(sql: Sql, key: string, lock: '' | 'for update' = ''): Promise<Mapping> {
  const [[column, value] = []] = Object.entries(keyOfMapping(key))
  const mapping = await sql.row<Mapping>(`select * from sync_mappings where ${column} = $1 ${lock}`, [value])
  if (!mapping) throw notFound('mapping_not_found', `There is no mapping ${key}.`)
  return mapping
}
