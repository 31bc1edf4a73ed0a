import { type SchemaOptions, Type } from '@sinclair/typebox'
import { OneOf } from '../../platform/schemas/schemas.ts'
import { METRICS } from '../../scoring/metrics.ts'

const names = METRICS.map(({ name }) => name)

/** Name of a metric: one of these, which are built in, or one that is still to come. */
export const MetricName = (options: SchemaOptions = {}, known: readonly string[] = names) =>
  Type.Union([OneOf([...known]), Type.String({ pattern: '^[a-z][a-z0-9_]*$', maxLength: 80 })], options)
