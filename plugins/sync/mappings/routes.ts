import type { FastifyInstance } from 'fastify'
import { idOrCode } from '../../../src/domain/id-or-code.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { differencesOf, pageOfRecords, plain } from '../../../src/platform/database/statements/records.ts'
import { withTag } from '../../../src/platform/http/answers/answer-tags.ts'
import { badRequest, notFound } from '../../../src/platform/http/errors/problems.ts'
import { audit, change, requireMatch } from '../../../src/platform/http/requests/change.ts'
import type { Handler } from '../../../src/platform/http/route.ts'
import type { PushedFeed } from '../pushed-feed.ts'
import { lacking, mappingProblem } from './check-mapping.ts'
import { type Mapping, type MappingRoutes, type MappingRules, routesOfMappings } from './mapping-schemas.ts'
import { PLAIN, PRESETS } from './presets.ts'

/** The routes that keep mappings: how records of other systems become records of a feed. */
export function mappingRoutes(app: FastifyInstance, feeds: PushedFeed[]) {
  const routes = routesOfMappings(feeds.map(({ name }) => name))
  const feedOf = (name: string) => feeds.find((feed) => feed.name === name) as PushedFeed
  app.route({ ...routes.list, handler: listMappings })
  app.route({ ...routes.presets, handler: listPresets(feedOf) })
  app.route({ ...routes.get, handler: getMapping })
  app.route({ ...routes.create, handler: createMapping(feedOf) })
  app.route({ ...routes.update, handler: updateMapping(feedOf) })
  app.route({ ...routes.remove, handler: deleteMapping })
}

/** Finds the feed of a mapping. */
type FeedOf = (name: string) => PushedFeed

const listMappings: Handler<MappingRoutes['list']> = ({ server: { db }, query }) =>
  pageOfRecords(
    query,
    (rows) => db.prisma.sync_mapping.findMany({ orderBy: { name: 'asc' }, ...rows }),
    db.prisma.sync_mapping.count(),
    (mapping) => plain(mapping) as Mapping,
  )

const listPresets =
  (feedOf: FeedOf): Handler<MappingRoutes['presets']> =>
  async () => ({
    data: PRESETS.map((preset) => ({ ...preset, lacks: lacking(feedOf(preset.feed), preset.fields) })),
  })

const getMapping: Handler<MappingRoutes['get']> = ({ server: { db }, params: { id } }, reply) =>
  withTag(reply, db, 'sync_mappings', keyOfMapping(id), () => mappingBy(db, id))

const createMapping =
  (feedOf: FeedOf): Handler<MappingRoutes['create']> =>
  (request) =>
    change(request, async (tx) => {
      const { preset: copied, ...given } = request.body
      const preset = PRESETS.find(({ name }) => name === copied)
      if (copied !== undefined && !preset)
        throw badRequest(
          'invalid_field',
          `preset must be one of ${PRESETS.map(({ name }) => name).join(', ')}`,
        )
      const feed = given.feed ?? preset?.feed
      if (feed === undefined) throw badRequest('field_required', 'feed is required, or a preset to copy')
      const each = preset && isSellerKept(feedOf(preset.feed), given.fields) ? preset.each : []
      const fields = { ...preset?.fields, ...given.fields }
      const own = Object.fromEntries(
        Object.entries(given).filter(([, value]) => value !== null),
      ) as typeof given
      const made = { description: null, ...PLAIN, ...preset, each, ...own, feed, fields }
      requireUsable(feedOf, made)
      const after = plain(await tx.prisma.sync_mapping.create({ data: made }))
      await audit(tx, request, { action: 'sync_mapping.created', entity_id: after.id, after })
      return { success: true, id: after.id }
    })

const updateMapping =
  (feedOf: FeedOf): Handler<MappingRoutes['update']> =>
  (request) =>
    change(request, async (tx) => {
      const before = await mappingBy(tx, request.params.id, 'for update')
      await requireMatch(tx, request, 'sync_mappings', before.id)
      const { id, ...given } = request.body
      if (id !== undefined && id !== before.id)
        throw badRequest('id_mismatch', `id can't be changed: leave it out, or send ${before.id}`)
      const changes = differencesOf(before, given)
      if (Object.keys(changes).length === 0) return { success: true }
      requireUsable(feedOf, { ...before, ...changes })
      const after = plain(await tx.prisma.sync_mapping.update({ where: { id: before.id }, data: changes }))
      await audit(tx, request, { action: 'sync_mapping.updated', entity_id: before.id, before, after })
      return { success: true }
    })

const deleteMapping: Handler<MappingRoutes['remove']> = (request) =>
  change(request, async (tx) => {
    const before = await mappingBy(tx, request.params.id, 'for update')
    await requireMatch(tx, request, 'sync_mappings', before.id)
    await tx.prisma.sync_mapping.delete({ where: { id: before.id } })
    await audit(tx, request, { action: 'sync_mapping.deleted', entity_id: before.id, before })
    return { success: true }
  })

/** Whether a copy reads the seller where its preset does: a preset makes several records of one for the sake of sellers. */
const isSellerKept = (feed: PushedFeed, given: MappingRules['fields'] = {}) =>
  !Object.keys(given).some((name) => feed.nameOf(name)?.field === 'seller_code')

/** @throws 400 for the name that means the list of presets in a path, and one that says why a mapping can't be used */
function requireUsable(feedOf: FeedOf, { name, ...rules }: MappingRules & { name: string }) {
  const problem =
    name === 'presets'
      ? 'name must not be presets, which lists the presets'
      : mappingProblem(feedOf(rules.feed), rules)
  if (problem) throw badRequest('invalid_field', problem)
}

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
