import { type Static, Type } from '@sinclair/typebox'
import { StatusCounts } from '../../src/domain/scores/counted-scores.ts'
import { ROLES } from '../../src/platform/access/roles.ts'
import { Id, Model, Nullable, OneOf, Period } from '../../src/platform/schemas/schemas.ts'

export const Person = Model('ConsolePerson', {
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
})
export type Person = Static<typeof Person>

export const mode = {
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

export const ScoredPeriod = Type.Object({
  period: Period(),
  statuses: Nullable(StatusCounts, {
    description:
      'How many scores that the caller may see are in each state, without those before a contract: as in the dashboard’s trend; null for roles that read no scores',
  }),
})
export type ScoredPeriod = Static<typeof ScoredPeriod>
