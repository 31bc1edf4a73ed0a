import { Kind, type TObject, type TSchema } from '@sinclair/typebox'
import { totalsOf } from '../../src/domain/quality/control-totals.ts'
import { fieldLabel } from '../../src/domain/words/fields.ts'
import { labelOf } from '../../src/domain/words/word.ts'
import type { FeedDescription, FieldDescription } from './feed-schemas.ts'
import type { PushedFeed } from './pushed-feed.ts'
import { branchesOf } from './reading/forms.ts'
import { aliasesOf } from './reading/names.ts'

/** What a feed takes, from the schema that its records are checked with. */
export const describeFeed = ({ name, description, key, record, facts }: PushedFeed): FeedDescription => ({
  feed: name,
  title: labelOf(name),
  description: description.split('\n\n')[0] as string,
  key,
  expected: facts?.expected ?? null,
  fields: fieldsOf(record),
  totals: facts ? totalsOf(facts) : [],
})

const fieldsOf = ({ properties, required = [] }: TObject): FieldDescription[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    label: fieldLabel(name),
    ...describeValue(schema),
    required: required.includes(name),
    other_names: aliasesOf(schema),
  }))

function describeValue(schema: TSchema) {
  const branches = branchesOf(schema)
  const own = branches.find(({ type }) => type !== 'null') as TSchema
  const said: string | undefined = schema.description ?? own.description
  return {
    type: typeOf(own),
    nullable: branches.some(({ type }) => type === 'null'),
    ...(own.enum && { values: own.enum as string[] }),
    ...(own.minimum !== undefined && { minimum: own.minimum as number }),
    ...(own.maximum !== undefined && { maximum: own.maximum as number }),
    ...(own['x-decimals'] !== undefined && { decimals: own['x-decimals'] as number }),
    ...(own.maxLength !== undefined && { max_length: own.maxLength as number }),
    ...(said !== undefined && { description: said }),
    ...(own.examples && { example: own.examples[0] as unknown }),
  }
}

function typeOf(schema: TSchema): FieldDescription['type'] {
  if (schema[Kind] === 'OneOf') return 'word'
  if (schema[Kind] === 'Money') return 'money'
  if (schema.type !== 'string') return schema.type as FieldDescription['type']
  switch (schema.format) {
    case 'date-time':
      return 'timestamp'
    case 'date':
      return 'date'
    case 'period':
      return 'month'
    default:
      return 'text'
  }
}
