import { Kind, type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import { totalsOf } from '../../src/domain/quality/control-totals.ts'
import { fieldLabel } from '../../src/domain/words/fields.ts'
import { labelOf } from '../../src/domain/words/word.ts'
import type { Feed } from '../../src/feeds/feed.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Nullable, OneOf } from '../../src/platform/schemas/schemas.ts'
import type { PushedFeed } from './pushed-feed.ts'
import { branchesOf } from './reading/forms.ts'
import { aliasesOf } from './reading/names.ts'

const FieldDescription = Type.Object({
  name: Type.String({ examples: ['order_code'] }),
  label: Type.String({ description: 'What people call it', examples: ['Order code'] }),
  type: OneOf(
    ['text', 'word', 'integer', 'number', 'money', 'boolean', 'timestamp', 'date', 'month', 'object'],
    {
      description:
        'word: one of `values`; money: a number with no more decimals than `decimals`; timestamp, date and month as in ISO 8601',
      examples: ['text'],
    },
  ),
  nullable: Type.Boolean({ description: 'null is taken, and means the same as no value', examples: [false] }),
  values: Type.Optional(Type.Array(Type.String(), { examples: [['seller', 'operator']] })),
  minimum: Type.Optional(Type.Number({ examples: [0] })),
  maximum: Type.Optional(Type.Number({ examples: [2_147_483_647] })),
  decimals: Type.Optional(
    Type.Integer({ description: 'Of money: the most that an amount has (CURRENCY)', examples: [2] }),
  ),
  max_length: Type.Optional(Type.Integer({ description: 'In characters', examples: [100] })),
  description: Type.Optional(Type.String({ examples: ['Decides the month of the order'] })),
  example: Type.Optional(Type.Unknown({ description: 'A value that is taken', examples: ['ORD-100234'] })),
  required: Type.Boolean({ description: 'Every record names it', examples: [true] }),
  follows: Type.Optional(
    Type.String({
      description: 'The field that it should not be before: a warning says where it is',
      examples: ['ordered_at'],
    }),
  ),
  other_names: Type.Array(Type.String(), {
    description: 'Names that mean the same; all of them may be written in camelCase, too',
    examples: [['order_id', 'order_number']],
  }),
})
type FieldDescription = Static<typeof FieldDescription>

const FeedDescription = (feeds: string[]) =>
  Type.Object({
    feed: OneOf(feeds, { description: 'Pushed to /api/sync/{feed}', examples: ['orders'] }),
    title: Type.String({ examples: ['Orders'] }),
    description: Type.String({ examples: ['Orders of sellers, from order management.'] }),
    key: Type.Array(Type.String(), {
      description: 'The fields that together identify a record: pushed again, it replaces what is stored',
      examples: [['seller_code', 'order_code']],
    }),
    expected: Nullable(OneOf(['every day', 'some days', 'each month', 'after campaigns']), {
      description:
        'When its facts usually come: of every day only may days be missing. null: at no certain time',
      examples: ['every day'],
    }),
    fields: Type.Array(FieldDescription),
    totals: Type.Array(Type.String(), {
      description: 'What may be declared of a month as its control totals; nothing of sellers',
      examples: [['records', 'units']],
    }),
  })
type FeedDescription = Static<ReturnType<typeof FeedDescription>>

export function listFeeds(feeds: PushedFeed[]) {
  const data = feeds.map(describeFeed)
  return endpoint('GET', '/api/sync/feeds', 'sync.read', {
    operationId: 'listFeeds',
    summary: 'What each feed takes',
    description:
      'The fields of its records with their types, read from the schemas that records are checked with, so that a program can offer and type columns. Every feed is listed.',
    response: { 200: Type.Object({ data: Type.Array(FeedDescription(feeds.map(({ name }) => name))) }) },
  })(async () => ({ data }))
}

const describeFeed = ({ name, description, key, record, facts }: PushedFeed): FeedDescription => ({
  feed: name,
  title: labelOf(name),
  description: description.split('\n\n')[0] as string,
  key,
  expected: facts?.expected ?? null,
  fields: fieldsOf(record, facts?.inOrder),
  totals: facts ? totalsOf(facts) : [],
})

const fieldsOf = (
  { properties, required = [] }: TObject,
  inOrder: Feed['inOrder'] = [],
): FieldDescription[] =>
  Object.entries(properties).map(([name, schema]) => {
    const [follows] = inOrder.find(([first, then]) => then === name && typeof first === 'string') ?? []
    return {
      name,
      label: fieldLabel(name),
      ...describeValue(schema),
      required: required.includes(name),
      ...(typeof follows === 'string' && { follows }),
      other_names: aliasesOf(schema),
    }
  })

function describeValue(schema: TSchema) {
  const [own = schema, none] = branchesOf(schema)
  return {
    type: typeOf(own),
    nullable: none !== undefined,
    values: own.enum,
    minimum: own.minimum,
    maximum: own.maximum,
    decimals: own['x-decimals'],
    max_length: own.maxLength,
    description: schema.description ?? own.description,
    example: own.examples?.[0],
  }
}

/** Texts in a certain format. */
const FORMATTED: Record<string, FieldDescription['type']> = {
  'date-time': 'timestamp',
  date: 'date',
  period: 'month',
}

function typeOf(schema: TSchema): FieldDescription['type'] {
  if (schema[Kind] === 'OneOf') return 'word'
  if ('x-decimals' in schema) return 'money'
  if (schema.type !== 'string') return schema.type
  return FORMATTED[schema.format ?? ''] ?? 'text'
}
