import { type SchemaOptions, Type } from '@sinclair/typebox'
import { OneOf } from '../../platform/schemas/schemas.ts'
import { COMPONENTS } from '../../scoring/components.ts'

/** A score or a part of one: 0 to 100, two decimals. */
export const Score = (options: SchemaOptions = {}) =>
  Type.Number({ minimum: 0, maximum: 100, examples: [72.93], ...options })

/** The name of a component. */
export const ScoreComponent = (options: SchemaOptions = {}) => OneOf([...COMPONENTS], options)
