import type { FastifyInstance } from 'fastify'
import { runningPeriod } from '../../src/domain/business-time.ts'
import { shownPeriod } from '../../src/domain/scores/counted-scores.ts'
import { mayActor, permissionsOf } from '../../src/platform/access/roles.ts'
import type { Handler } from '../../src/platform/http/route.ts'
import { decimalsOfCurrency } from '../../src/scoring/currency.ts'
import { VERSION } from '../../src/version.ts'
import { activePeople, personOf, scoredPeriods } from './queries.ts'
import { contextRoute, startRoute } from './schemas.ts'
import { serveConsole } from './serve.ts'

/** The web console: its pages, and what they ask for first: how one signs in, and then who one is. */
export default async function plugin(app: FastifyInstance) {
  serveConsole(app)
  app.route({ ...startRoute, handler: getStart })
  app.route({ ...contextRoute, handler: getContext })
}

/** So many accounts can be picked from. */
const MOST_PEOPLE = 200

const getStart: Handler<typeof startRoute> = async ({ server }) => ({
  ...modeOf(server),
  password_min_length: server.env.PASSWORD_MIN_LENGTH,
  people: server.env.AUTH_MODE === 'demo' ? await activePeople(server.db, MOST_PEOPLE) : [],
})

const getContext: Handler<typeof contextRoute> = async ({ server, actor, scope }) => {
  const { db, env } = server
  const current_period = runningPeriod(server)
  const [user, periods, shown_period] = await Promise.all([
    personOf(db, actor.id),
    scoredPeriods(db, scope),
    shownPeriod(db, current_period),
  ])
  const readsScores = mayActor(actor, 'scores.read') || mayActor(actor, 'seller-scores.read')
  return {
    user,
    role: actor.role,
    permissions: permissionsOf(actor),
    scope,
    time_zone: env.BUSINESS_TIMEZONE,
    currency: env.CURRENCY,
    currency_decimals: decimalsOfCurrency(env.CURRENCY),
    current_period,
    shown_period,
    periods: readsScores ? periods : periods.map(({ period }) => ({ period, statuses: null })),
    ...modeOf(server),
  }
}

const modeOf = ({ env, identityProvider }: FastifyInstance) => ({
  auth_mode: env.AUTH_MODE,
  identity: identityProvider ? ('external' as const) : ('own' as const),
  version: VERSION,
})
