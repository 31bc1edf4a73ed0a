import { type SchemaOptions, type TSchema, Type } from '@sinclair/typebox'
import { Nullable, OneOf } from '../../platform/schemas/schemas.ts'
import { COMPONENTS, type Component } from '../../scoring/components.ts'

/** A score or a part of one: 0 to 100, two decimals. */
export const Score = (options: SchemaOptions = {}) =>
  Type.Number({ minimum: 0, maximum: 100, examples: [72.93], ...options })

/** The name of a component. */
export const ScoreComponent = (options: SchemaOptions = {}) => OneOf([...COMPONENTS], options)

/** The same of every component. */
export const EachComponent = <T extends TSchema>(
  schemaOf: (name: Component) => T,
  options: SchemaOptions = {},
) =>
  Type.Object(
    Object.fromEntries(COMPONENTS.map((name) => [name, schemaOf(name)])) as Record<Component, T>,
    options,
  )

/** A number of the totals of a group of scores. */
export const ofRated = (description: string) =>
  Nullable(Score(), { description: `${description} of the rated totals; null when there is none` })

/** The mean raws of a group of scores. */
export const ComponentMeans = EachComponent(() =>
  Nullable(Score(), { description: 'Mean of the raws that are not imputed; null when there is none' }),
)
