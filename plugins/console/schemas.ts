import { type Static, Type } from '@sinclair/typebox'
import { StatusCounts } from '../../src/domain/scores/counted-scores.ts'
import { PERMISSIONS, type Permission, ROLES } from '../../src/platform/access/roles.ts'
import { route } from '../../src/platform/http/route.ts'
import { currency, Id, Nullable, OneOf, Period } from '../../src/platform/schemas/schemas.ts'

const person = {
  id: Id({ description: 'The value of X-User-Id' }),
  username: Type.String({ examples: ['nadia'] }),
  full_name: Type.String({ examples: ['Nadia Rahman'] }),
  role: OneOf([...ROLES], { examples: ['am_head'] }),
  am_id: Nullable(Id(), { description: 'The account manager that the user is' }),
  warehouse_id: Nullable(Id()),
  warehouse_name: Nullable(Type.String(), { examples: ['North hub'] }),
  seller_code: Nullable(Type.String(), {
    description: 'The seller that a user of role seller is',
    examples: ['S-1001'],
  }),
  company_name: Nullable(Type.String(), {
    description: 'The name of that seller',
    examples: ['Acme Trading GmbH'],
  }),
}
const Person = Type.Object(person, { title: 'ConsolePerson' })
export type Person = Static<typeof Person>

const mode = {
  auth_mode: OneOf(['demo', 'verified'], {
    description: 'demo: X-User-Id alone says who calls; verified: a bearer token proves it',
    examples: ['verified'],
  }),
  identity: OneOf(['own', 'external'], {
    description: 'Who keeps the passwords: this service, or the provider of IDP_URL',
    examples: ['own'],
  }),
  version: Type.String({ description: 'Of the service', examples: ['0.1.0'] }),
}

export const startRoute = route('GET', '/api/console/start', 'public', {
  config: { answersTag: true },
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
})

const ScoredPeriod = Type.Object({
  period: Period(),
  statuses: Nullable(StatusCounts, {
    description:
      'How many scores that the caller may see are in each state, without those before a contract: as in the dashboard’s trend; null for roles that read no scores',
  }),
})
export type ScoredPeriod = Static<typeof ScoredPeriod>

/** Not a date-time: what these say is the business time zone's. */
export const contextRoute = route('GET', '/api/console/context', 'user', {
  config: { answersTag: true },
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
})
