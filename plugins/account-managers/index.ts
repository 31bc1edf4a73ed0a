import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { scopeOf } from '../../src/domain/sellers/scope.ts'
import { audit } from '../../src/platform/database/audit.ts'
import { plain } from '../../src/platform/database/record.ts'
import { withTag } from '../../src/platform/http/entity-tag.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { forbidden, notFound } from '../../src/platform/http/problems.ts'
import { computeKpis } from './jobs/am-kpi.ts'
import { getKpiHistory, getPortfolio, listPortfolios } from './portfolio.ts'
import { kpiHistorySchema, portfolioSchema, portfoliosSchema } from './portfolio-schemas.ts'
import { accountManagerBy, pageOfAccountManagers } from './queries.ts'
import { createSchema, getSchema, listSchema, updateSchema } from './schemas.ts'
import { updateAccountManager } from './update.ts'

/** The people who look after sellers, their portfolios and what these say of their work. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.jobs.add(computeKpis)
  app.route({
    method: 'GET',
    url: '/api/sellers/am/list',
    config: { permission: 'account-managers.read' },
    schema: listSchema,
    handler: listAccountManagers,
  })
  app.route({
    method: 'GET',
    url: '/api/sellers/am/:id(^(?!exceptions$).*)', // “am” may be the code of a seller
    config: { permission: 'account-managers.read' },
    schema: getSchema,
    handler: getAccountManager,
  })
  app.route({
    method: 'POST',
    url: '/api/sellers/am/create',
    config: { permission: 'account-managers.write' },
    schema: createSchema,
    handler: createAccountManager,
  })
  app.route({
    method: 'PATCH',
    url: '/api/sellers/am/:id',
    config: { permission: 'account-managers.write' },
    schema: updateSchema,
    handler: updateAccountManager,
  })
  app.route({
    method: 'GET',
    url: '/api/am/portfolio',
    config: { permission: 'portfolio.read' },
    schema: portfoliosSchema,
    handler: listPortfolios,
  })
  app.route({
    method: 'GET',
    url: '/api/am/portfolio/:amId',
    config: { permission: 'portfolio.read', reads: 'rows' },
    schema: portfolioSchema,
    handler: getPortfolio,
  })
  app.route({
    method: 'GET',
    url: '/api/am/portfolio/:amId/history',
    config: { permission: 'portfolio.read' },
    schema: kpiHistorySchema,
    handler: getKpiHistory,
  })
}

export const accountManagers = fp(plugin, {
  name: 'account-managers',
  encapsulate: true,
  dependencies: ['database', 'access', 'jobs'],
})

const listAccountManagers: Handler<typeof listSchema> = ({ server, actor, query }) =>
  pageOfAccountManagers(server.db, scopeOf(actor), query)

const getAccountManager: Handler<typeof getSchema> = ({ server, actor, params: { id } }, reply) =>
  withTag(reply, server.db, 'account_managers', { id }, async () => {
    const am = await accountManagerBy(server.db, id)
    if (!am) throw notFound('account_manager_not_found', `There is no account manager ${id}.`)
    const { am_id } = scopeOf(actor)
    if (am_id !== null && am_id !== id) throw forbidden('outside_scope', 'You may see your own record only.')
    return am
  })

const createAccountManager: Handler<typeof createSchema> = (request) =>
  change(request, async (tx) => {
    const after = plain(await tx.prisma.account_manager.create({ data: request.body }))
    await audit(tx, request, {
      action: 'account_manager.created',
      entity: 'account_manager',
      entity_id: after.id,
      after,
    })
    return { success: true, id: after.id }
  })
