import { type Static, Type } from '@sinclair/typebox'
import { Id, Model, Nullable, OneOf, Text, Timestamp } from '../../../src/platform/schemas/schemas.ts'

const Path = (options = {}) => Text(200, { examples: ['customer.code'], ...options })
const Constant = (options = {}) =>
  Type.Union([Type.String({ maxLength: 200 }), Type.Number(), Type.Boolean(), Type.Null()], options)

const Source = Model(
  'MappingSource',
  {
    path: Type.Optional(Path({ description: 'Where the value is in their record' })),
    value: Type.Optional(Constant({ description: 'A constant, in place of a path', examples: ['S-1001'] })),
    default: Type.Optional(Constant({ description: 'What an empty value becomes', examples: ['question'] })),
    values: Type.Optional(
      Type.Record(Type.String({ maxLength: 200 }), Constant(), {
        description:
          'What their values become, in any case; `*` stands for all others, which are else taken as they are; null is none',
        examples: [{ customer: 'customer', inventory: 'seller', '*': null }],
      }),
    ),
    zone: Type.Optional(
      Type.String({
        format: 'time-zone',
        description: 'The time zone of timestamps without an offset. Default: the business time zone',
        examples: ['UTC'],
      }),
    ),
    sum: Type.Optional(
      Type.Boolean({ description: 'Adds up what a path with `*` finds', examples: [false] }),
    ),
    minus: Type.Optional(Path({ description: 'Another value that is taken off', examples: ['Balance'] })),
    when: Type.Optional(
      Type.Object(
        { path: Path(), is: Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 50 }) },
        {
          additionalProperties: false,
          description: 'Only records in which another value is one of these have the field',
          examples: [{ path: 'status', is: ['cancelled'] }],
        },
      ),
    ),
  },
  { additionalProperties: false },
)
export type Source = Static<typeof Source>

const Word = (options = {}) =>
  Type.Union([Type.String({ maxLength: 200 }), Type.Number(), Type.Boolean()], options)
const Words = (options = {}) => Type.Array(Word(), { minItems: 1, maxItems: 100, ...options })

const Condition = Model(
  'MappingCondition',
  {
    field: Path({ description: 'Where the value is in their record, as a path', examples: ['Status'] }),
    is: Type.Optional(Word({ description: 'It must be this, in any case', examples: ['ACCREC'] })),
    in: Type.Optional(Words({ description: 'It must be one of these', examples: [['AUTHORISED', 'PAID']] })),
    not_in: Type.Optional(
      Words({ description: 'It must be none of these; no value is none', examples: [['trash', 'failed']] }),
    ),
    set: Type.Optional(
      Type.Boolean({ description: 'true: it must have a value; false: it must have none', examples: [true] }),
    ),
    lasting: Type.Optional(
      Type.Boolean({
        description:
          'It never changes: a record that fails it was never a fact, and takes nothing back. For what tells kinds apart whose numbers may be the same, as invoices and bills',
        examples: [false],
      }),
    ),
  },
  { additionalProperties: false },
)
export type Condition = Static<typeof Condition>

/** The names `presets` and digits alone mean something else in a path. */
export const fieldsOf = (feeds: string[]) => ({
  name: Text(100, {
    description: 'By which `?mapping=` names it',
    pattern: '^(?=.*\\S)(?=.*[^0-9]).*$',
    'x-says': 'must hold at least one character that is not a digit, because digits alone are read as an id',
    examples: ['my-shopify'],
  }),
  feed: OneOf(feeds, { description: 'Of whose records it makes', examples: ['orders'] }),
  description: Nullable(Text(500), { examples: ['Orders of the German shop'] }),
  records: Nullable(Path({ examples: ['QueryResponse.Invoice'] }), {
    description: 'Path of the list of records in a JSON body, where it is not one of the usual envelopes',
  }),
  fields: Type.Record(Type.String({ maxLength: 100 }), Type.Union([Path(), Source]), {
    description:
      'Our field → its path in their record (names with dots between, a number for a place in a list, `*` for all of a list, `list[key=text]` for the first of a list whose key is that text, `one|other` for the first that has a value), or an object that says more',
    examples: [
      {
        order_code: 'name',
        seller_code: { value: 'S-1001' },
        ordered_at: 'created_at',
        units: 'quantity',
      },
    ],
  }),
  only: Type.Array(Condition, {
    maxItems: 20,
    description:
      'Which records are facts: all of these must hold. Another one is left out, never rejected, and takes back what is stored under its key, unless something newer is',
    examples: [[{ field: 'Type', is: 'ACCREC', lasting: true }]],
  }),
  each: Type.Array(Path(), {
    maxItems: 5,
    description:
      'Makes several records of one: one for each value at the first path, such as `line_items.*.vendor`. In each the lists of all these paths hold only what has that value',
    examples: [['line_items.*.vendor']],
  }),
  lines: Type.Record(Type.String({ maxLength: 100 }), OneOf(['sum'], { examples: ['sum'] }), {
    maxProperties: 20,
    description:
      'For a table with several lines of one record, which must stand together: these fields are added up, of all others the last value counts that is given. A stream is then stored as a whole',
    examples: [{ units: 'sum' }],
  }),
})

export const MappingOf = (feeds: string[]) =>
  Model('SyncMapping', { id: Id(), ...fieldsOf(feeds), created_at: Timestamp(), updated_at: Timestamp() })
export type Mapping = Static<ReturnType<typeof MappingOf>>
/** What of a mapping says how records are read. */
export type MappingRules = Pick<Mapping, 'feed' | 'records' | 'fields' | 'only' | 'each' | 'lines'>
