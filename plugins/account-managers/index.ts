import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { audit } from '../../src/platform/access/audit.ts'
import { plain } from '../../src/platform/database/prisma/record.ts'
import { withTag } from '../../src/platform/http/answers/entity-tag.ts'
import { forbidden, notFound } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/requests/idempotency.ts'
import { computeKpis } from './am-kpi-job.ts'
import { getKpiHistory, getPortfolio, listPortfolios } from './portfolio.ts'
import { kpiHistoryRoute, portfolioRoute, portfoliosRoute } from './portfolio-schemas.ts'
import { accountManagerBy, pageOfAccountManagers } from './queries.ts'
import { createRoute, getRoute, listRoute, updateRoute } from './schemas.ts'
import { updateAccountManager } from './update.ts'

/** The people who look after sellers, their portfolios and what these say of their work. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.jobs.add(computeKpis)
  app.route({ ...listRoute, handler: listAccountManagers })
  app.route({ ...getRoute, handler: getAccountManager })
  app.route({ ...createRoute, handler: createAccountManager })
  app.route({ ...updateRoute, handler: updateAccountManager })
  app.route({ ...portfoliosRoute, handler: listPortfolios })
  app.route({ ...portfolioRoute, handler: getPortfolio })
  app.route({ ...kpiHistoryRoute, handler: getKpiHistory })
}

export default fp(plugin, {
  name: 'account-managers',
  encapsulate: true,
  dependencies: ['database', 'access', 'scope', 'jobs'],
})

const listAccountManagers: Handler<typeof listRoute> = ({ server, scope, query }) =>
  pageOfAccountManagers(server.db, scope, query)

const getAccountManager: Handler<typeof getRoute> = ({ server, scope, params: { id } }, reply) =>
  withTag(reply, server.db, 'account_managers', { id }, async () => {
    const am = await accountManagerBy(server.db, id)
    if (!am) throw notFound('account_manager_not_found', `There is no account manager ${id}.`)
    const { am_id } = scope
    if (am_id !== null && am_id !== id) throw forbidden('outside_scope', 'You may see your own record only.')
    return am
  })

const createAccountManager: Handler<typeof createRoute> = (request) =>
  change(request, async (tx) => {
    const after = plain(await tx.prisma.account_manager.create({ data: request.body }))
    await audit(tx, request, { action: 'account_manager.created', entity_id: after.id, after })
    return { success: true, id: after.id }
  })
