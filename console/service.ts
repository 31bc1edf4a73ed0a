/**
 * What the pages take from the service's own code: worked out once, when they are built (build/constants.ts), so that
 * none of that code comes along.
 */
import { DELAYS } from '../plugins/webhooks/delivery/schedule.ts'
import { EVENT_TYPES as TYPES } from '../src/domain/events/event-types.ts'
import * as words from '../src/scoring/fault-words.ts'
import { FEEDS_WITH_FAULT, LEFT_OUT } from '../src/scoring/left-out.ts'
import { METRICS as SCORE_METRICS } from '../src/scoring/metrics.ts'
import { AM_METRICS as KPI_PARTS } from '../src/scoring/rule-set.ts'
import { RULE_SCHEMAS } from '../src/scoring/rules.ts'

/** A field of a record of the rules, as the API describes it. */
export interface FieldSchema {
  type: string | string[]
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  maxLength?: number
  pattern?: string
  enum?: readonly string[]
}

/** All types of events. */
export const EVENT_TYPES: string[] = TYPES

/** How long a delivery is tried, in whole hours. */
export const RETRY_HOURS = Math.floor(DELAYS.reduce((sum, delay) => sum + delay, 0) / 3_600_000)

/** What the records of each type of rules decide, and their fields. */
export const RULES = Object.fromEntries(
  Object.entries(RULE_SCHEMAS).map(([type, { description, properties }]) => [
    type,
    {
      description,
      fields: Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, limitsOf(of)])),
    },
  ]),
) as Record<keyof typeof RULE_SCHEMAS, { description: string; fields: Record<string, FieldSchema> }>

/** The metrics of scores: unit, what their volume counts, their own settings with the defaults, the feed whose faults act on them. */
export const METRICS = SCORE_METRICS.map(({ name, component, unit, counts, params, leaves_out }) => ({
  name,
  component,
  unit,
  counts,
  params,
  fault_feed: FEEDS_WITH_FAULT.find((feed) =>
    (LEFT_OUT[feed] as readonly string[]).includes(leaves_out?.what ?? ''),
  ),
}))

/** What each feed asks a fault of. */
export const ASKED_A_FAULT = words.ASKED_A_FAULT

/** Why rows are left out, as a sentence has it. */
export const LEFT_OUT_SAID = words.LEFT_OUT_SAID

/** The metrics of the KPI of account managers. */
export const AM_METRICS: readonly string[] = KPI_PARTS

function limitsOf(schema: object): FieldSchema {
  const { type, minimum, exclusiveMinimum, maximum, maxLength, pattern, enum: words } = schema as FieldSchema
  return { type, minimum, exclusiveMinimum, maximum, maxLength, pattern, enum: words }
}
