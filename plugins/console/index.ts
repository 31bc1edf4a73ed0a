import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { runningPeriod } from '../../src/domain/business-time.ts'
import { shownPeriod } from '../../src/domain/scores/counted-scores.ts'
import {
  mayActor,
  PERMISSIONS,
  type Permission,
  permissionsOf,
  ROLES,
} from '../../src/platform/access/roles.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { currency, Nullable, OneOf, Period } from '../../src/platform/schemas/schemas.ts'
import { decimalsOfCurrency } from '../../src/scoring/currency.ts'
import { VERSION } from '../../src/version.ts'
import { activePeople, personOf, scoredPeriods } from './queries.ts'
import { mode, Person, ScoredPeriod } from './schemas.ts'
import { serveConsole } from './serve.ts'

/** The web console: its pages, and what they ask for first: how one signs in, and then who one is. */
export default async function plugin(app: FastifyInstance) {
  serveConsole(app)
  for (const route of [getStart, getContext]) app.route(route)
}

/** So many accounts can be picked from. */
const MOST_PEOPLE = 200

const getStart = endpoint('GET', '/api/console/start', 'public', {
  operationId: 'getConsoleStart',
  summary: 'What a sign-in page needs to know',
  description: 'How one signs in, and in demo mode who can be picked. It asks nobody who they are.',
  response: {
    200: Type.Object({
      ...mode,
      password_min_length: Type.Integer({ description: 'Characters', examples: [8] }),
      people: Type.Array(Person, {
        description:
          'In demo mode the active accounts, those of the demo data first, 200 at most; empty in verified mode',
      }),
    }),
  },
})(async ({ server }) => ({
  ...modeOf(server),
  password_min_length: server.env.PASSWORD_MIN_LENGTH,
  people: server.env.AUTH_MODE === 'demo' ? await activePeople(server.db, MOST_PEOPLE) : [],
}))

/** Not a date-time: what these say is the business time zone's. */
const getContext = endpoint('GET', '/api/console/context', 'user', {
  operationId: 'getConsoleContext',
  summary: 'Who I am, what I may do, and what month it is',
  description:
    'For any user. With an API key `role` is the key’s, and the permissions are those that both it and its user hold.',
  response: {
    200: Type.Object({
      user: Person,
      role: OneOf([...ROLES], { description: 'The role that acts', examples: ['am_head'] }),
      permissions: Type.Array(OneOf(Object.keys(PERMISSIONS) as Permission[]), {
        examples: [['sellers.read', 'scores.read']],
      }),
      scope: Type.Object(
        {
          am_id: Nullable(Type.Integer(), { examples: [1] }),
          warehouse_id: Nullable(Type.Integer(), { examples: [1] }),
          seller_id: Nullable(Type.Integer(), { examples: [1] }),
        },
        {
          description:
            'The part of the sellers that the user sees: null where there is no limit, 0 where the account names none',
        },
      ),
      time_zone: Type.String({ description: 'In which months begin and end', examples: ['Europe/Berlin'] }),
      currency,
      currency_decimals: Type.Integer({ description: 'Decimals of all amounts', examples: [2] }),
      current_period: Period({ description: 'The month that runs' }),
      shown_period: Period({
        description:
          'The month that is shown where none is chosen: the running one, or the one before it while less than half of its scores are rated',
      }),
      periods: Type.Array(ScoredPeriod, {
        description: 'The newest 48 months with scores of sellers in scope, the newest first',
      }),
      ...mode,
    }),
  },
})(async ({ server, actor, scope }) => {
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
})

const modeOf = ({ env, identityProvider }: FastifyInstance) => ({
  auth_mode: env.AUTH_MODE,
  identity: identityProvider ? ('external' as const) : ('own' as const),
  version: VERSION,
})
