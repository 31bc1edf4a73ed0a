import { type Static, Type } from '@sinclair/typebox'
import {
  Id,
  JsonObject,
  Model,
  Nullable,
  OneOf,
  Period,
  Text,
  Timestamp,
} from '../../platform/schemas/schemas.ts'
import { Amount, IN_CURRENCY } from '../field-schemas.ts'

// A surcharge as the API shows it and as events carry it.

export const SURCHARGE_STATUSES = ['pending', 'applied', 'waived'] as const
export type SurchargeStatus = (typeof SURCHARGE_STATUSES)[number]
export const ACTIVE_STATUSES = ['pending', 'applied'] as const satisfies SurchargeStatus[]
/** SQL: whether the surcharge of this name is active. */
export const isActive = (u: string) => `${u}.status in ('${ACTIVE_STATUSES.join("', '")}')`

/** SQL: how many of the surcharges `u` are in each state, and what they come to. */
export const CHARGED = `
  jsonb_build_object(${SURCHARGE_STATUSES.map(
    (status) => `'${status}', jsonb_build_object(
      'count', count(*) filter (where u.status = '${status}'),
      'amount', coalesce(sum(u.amount) filter (where u.status = '${status}'), 0))`,
  )})`

export const SurchargeStatus = (options = {}) =>
  OneOf([...SURCHARGE_STATUSES], { examples: ['pending'], ...options })

export const Surcharge = Model('Surcharge', {
  id: Id(),
  seller_code: Type.String({ examples: ['S-1001'] }),
  company_name: Type.String({ examples: ['Acme Trading GmbH'] }),
  period: Period({ description: 'The month that it is for' }),
  surcharge_type: Type.String({ examples: ['planning_overload'] }),
  amount: Amount({ description: IN_CURRENCY }),
  trigger_details: JsonObject({
    description: 'What led to it, for the seller to read. A text called reason is what enforcement answers',
    examples: [{ reason: 'Forecasts were more than 50 % off the orders' }],
  }),
  status: SurchargeStatus({ description: 'pending or applied: active' }),
  status_reason: Nullable(Text(500), {
    description: 'Why it was applied or waived, for the seller to read; null when nobody said',
    examples: [null],
  }),
  rule_id: Nullable(Type.Integer({ examples: [40] }), {
    description: 'The configuration record that brought it; null when a person did',
  }),
  created_by: Nullable(Type.Integer(), { description: 'The user who created it', examples: [1] }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type Surcharge = Static<typeof Surcharge>
