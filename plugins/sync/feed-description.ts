import { Kind, type TObject, type TSchema } from '@sinclair/typebox'
import type { Feed } from './feed.ts'
import type { FeedDescription, FieldDescription } from './feed-schemas.ts'
import { aliasesOf } from './reading/names.ts'

/** What a feed takes, from the schema that its records are checked with. */
export const describeFeed = ({ name, description, key, record }: Feed): FeedDescription => ({
  feed: name,
  title: titleOf(name),
  description: description.split('\n\n')[0] as string,
  key,
  fields: fieldsOf(record),
})

const fieldsOf = ({ properties, required = [] }: TObject): FieldDescription[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    ...describeValue(schema),
    required: required.includes(name),
    other_names: aliasesOf(schema),
  }))

function describeValue(schema: TSchema) {
  const branches = (schema.anyOf as TSchema[] | undefined) ?? [schema]
  const own = branches.find(({ type }) => type !== 'null') as TSchema
  const said: string | undefined = schema.description ?? own.description
  return {
    type: typeOf(own),
    nullable: branches.some(({ type }) => type === 'null'),
    ...(own.enum && { values: own.enum as string[] }),
    ...(own.minimum !== undefined && { minimum: own.minimum as number }),
    ...(own.maximum !== undefined && { maximum: own.maximum as number }),
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

/** Campaign actuals, of campaign-actuals. */
const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
