import type { FastifyInstance } from 'fastify'
import { idOrCode } from '../../../src/domain/id-or-code.ts'
import { audit } from '../../../src/platform/database/audit.ts'
import { plain } from '../../../src/platform/database/record.ts'
import { requireMatch, withTag } from '../../../src/platform/http/entity-tag.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { change } from '../../../src/platform/http/idempotency.ts'
import { badRequest, notFound } from '../../../src/platform/http/problems.ts'
import type { Feed } from '../feed.ts'
import { FEEDS } from '../feeds.ts'
import { lacking, mappingProblem } from './check-mapping.ts'
import {
  createSchema,
  deleteSchema,
  getSchema,
  listSchema,
  type Mapping,
  type MappingRules,
  presetsSchema,
  updateSchema,
} from './mapping-schemas.ts'
import { PRESETS } from './presets.ts'
import { lockMapping, mappingBy, pageOfMappings } from './queries.ts'

/** The routes that keep mappings: how records of other systems become records of a feed. */
export function mappingRoutes(app: FastifyInstance) {
  const read = { permission: 'sync.read' } as const
  const write = { permission: 'sync.write' } as const
  const url = '/api/sync/mappings'
  app.route({ method: 'GET', url, config: read, schema: listSchema, handler: listMappings })
  app.route({
    method: 'GET',
    url: `${url}/presets`,
    config: read,
    schema: presetsSchema,
    handler: listPresets,
  })
  app.route({ method: 'GET', url: `${url}/:id`, config: read, schema: getSchema, handler: getMapping })
  app.route({ method: 'POST', url, config: write, schema: createSchema, handler: createMapping })
  app.route({ method: 'PUT', url: `${url}/:id`, config: write, schema: updateSchema, handler: updateMapping })
  app.route({
    method: 'DELETE',
    url: `${url}/:id`,
    config: { ...write, conflicts: false },
    schema: deleteSchema,
    handler: deleteMapping,
  })
}

const feedOf = (name: string) => FEEDS.find((feed) => feed.name === name) as Feed

const listMappings: Handler<typeof listSchema> = ({ server, query }) => pageOfMappings(server.db, query)

const listPresets: Handler<typeof presetsSchema> = async () => ({
  data: PRESETS.map((preset) => ({ ...preset, lacks: lacking(feedOf(preset.feed), preset.fields) })),
})

const getMapping: Handler<typeof getSchema> = ({ server, params }, reply) => {
  const named = idOrCode(params.id)
  const key = 'id' in named ? named : { name: named.code }
  return withTag(reply, server.db, 'sync_mappings', key, async () =>
    found(params.id, await mappingBy(server.db, params.id)),
  )
}

const createMapping: Handler<typeof createSchema> = (request) =>
  change(request, async (tx) => {
    const { name, preset: copied, ...given } = request.body
    const preset = copied === undefined ? undefined : PRESETS.find((one) => one.name === copied)
    if (copied !== undefined && !preset)
      throw badRequest('invalid_field', `preset must be one of ${PRESETS.map((one) => one.name).join(', ')}`)
    const rules = {
      feed: given.feed ?? preset?.feed,
      description: given.description ?? preset?.description ?? null,
      records: given.records ?? preset?.records ?? null,
      fields: overlaid(preset?.fields, given.fields),
    }
    if (rules.feed === undefined) throw badRequest('field_required', 'feed is required, or a preset to copy')
    requireOwnName(name)
    const checked = usable({ ...rules, feed: rules.feed })
    const after = plain(await tx.prisma.sync_mapping.create({ data: { name, ...checked } }))
    await audit(tx, request, {
      action: 'sync_mapping.created',
      entity: 'sync_mapping',
      entity_id: after.id,
      after,
    })
    return { success: true, id: after.id }
  })

const updateMapping: Handler<typeof updateSchema> = (request) =>
  change(request, async (tx) => {
    const { id: key } = request.params
    const before = found(key, await lockMapping(tx, key))
    await requireMatch(tx, request, 'sync_mappings', before.id)
    const { id, ...changes } = request.body
    if (id !== undefined && id !== before.id)
      throw badRequest('id_mismatch', `id can't be changed: leave it out, or send ${before.id}`)
    if (Object.keys(changes).length === 0) return { success: true }
    requireOwnName(changes.name)
    usable({ ...before, ...changes })
    const after = plain(
      await tx.prisma.sync_mapping.update({
        where: { id: before.id },
        data: changes,
      }),
    )
    await audit(tx, request, {
      action: 'sync_mapping.updated',
      entity: 'sync_mapping',
      entity_id: before.id,
      before,
      after,
    })
    return { success: true }
  })

const deleteMapping: Handler<typeof deleteSchema> = (request) =>
  change(request, async (tx) => {
    const { id: key } = request.params
    const before = found(key, await lockMapping(tx, key))
    await requireMatch(tx, request, 'sync_mappings', before.id)
    await tx.prisma.sync_mapping.delete({ where: { id: before.id } })
    await audit(tx, request, {
      action: 'sync_mapping.deleted',
      entity: 'sync_mapping',
      entity_id: before.id,
      before,
    })
    return { success: true }
  })

/** The fields of a preset with those of a copy over them: any name of a field replaces it. */
function overlaid(preset: MappingRules['fields'] | undefined, given: MappingRules['fields'] = {}) {
  return { ...preset, ...given }
}

/** @throws 400 for the name that means the list of presets in a path */
function requireOwnName(name: string | undefined) {
  if (name === 'presets')
    throw badRequest('invalid_field', 'name must not be presets, which lists the presets')
}

/** @throws 400 that says why a mapping can't be used */
function usable<Rules extends MappingRules>(rules: Rules): Rules {
  const problem = mappingProblem(feedOf(rules.feed), rules)
  if (problem) throw badRequest('invalid_field', problem)
  return rules
}

function found(key: string, mapping: Mapping | undefined): Mapping {
  if (!mapping) throw notFound('mapping_not_found', `There is no mapping ${key}.`)
  return mapping
}
