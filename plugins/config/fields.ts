import { type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { readAs } from '../../src/platform/schemas/lenient.ts'
import { documentedWord } from '../../src/scoring/open-word.ts'
import { KNOWN_WORDS } from '../../src/scoring/rule-fields.ts'
import type { RuleType } from '../../src/scoring/rules.ts'
import { DERIVED } from './derived.ts'

const eachField = (own: TProperties, made: (name: string, field: TSchema) => TSchema): TProperties =>
  Object.fromEntries(Object.entries(own).map(([name, field]) => [name, made(name, field)]))

/** The fields of a type as a caller writes them: a known word is read in any spelling. */
export const readable = (own: TProperties) =>
  eachField(own, (name, field) => {
    const known = KNOWN_WORDS[name]
    const read = (value: unknown) =>
      typeof value === 'string' && value.trim() !== '' && known ? documentedWord(known, value) : value
    return known ? readAs(field, read) : field
  })

/** The own fields of a new record: some are derived when they are left out. */
export const creatable = (type: RuleType, own: TProperties) =>
  eachField(own, (name, field) => {
    const says = DERIVED[type]?.[name]?.says
    return says ? Type.Optional({ ...field, description: `${field.description}. Default: ${says}` }) : field
  })

/** The own fields of a change: one that is not sent has no default, because it stays as it is. */
export const changeable = (own: TProperties) =>
  eachField(own, (_, { default: __, ...field }) => field as TSchema)
