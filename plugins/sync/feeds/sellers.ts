import { Kind, Type, TypeRegistry } from '@sinclair/typebox'
import { isDeeperThan } from '../../../src/platform/schemas/json-object.ts'
import { Code, Id, OneOf, Text, Word } from '../../../src/platform/schemas/schemas.ts'
import type { Feed } from '../feed.ts'
import { Day, Maybe, ObservedAt } from '../fields.ts'
import { compileRecordCheck } from '../record-check.ts'
import type { SellerRecord } from '../seller-upsert.ts'
import { storeSellers } from '../store-sellers.ts'

const METADATA_BYTES = 16_384
const METADATA_LEVELS = 20

TypeRegistry.Set(
  'Metadata',
  (_, value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !isDeeperThan(METADATA_LEVELS, value) &&
    Buffer.byteLength(JSON.stringify(value)) <= METADATA_BYTES,
)

const record = Type.Object(
  {
    seller_code: Code({ description: 'The code by which all systems know the seller', examples: ['S-1001'] }),
    company_name: Type.Optional(
      Text(200, { description: 'Required for a new seller', examples: ['Acme Trading GmbH'] }),
    ),
    contract_type: Maybe(Word({ examples: ['standard'] })),
    contract_start_date: Maybe(
      Day({ description: 'Where the grace period begins', examples: ['2025-03-01'] }),
    ),
    primary_warehouse_id: Maybe(Id({ description: 'An active warehouse' })),
    assigned_am_id: Maybe(Id({ description: 'An active account manager' })),
    oms_system_type: Maybe(Word({ examples: ['shopify'] })),
    payment_terms_days: Maybe(Type.Integer({ minimum: 0, maximum: 3650, examples: [30] })),
    metadata: Maybe(
      Type.Unsafe<Record<string, unknown>>({
        [Kind]: 'Metadata',
        type: 'object',
        additionalProperties: true,
        description: 'Anything of the caller’s own; replaced as a whole',
        examples: [{ region: 'EU' }],
        'x-says': `must be at most ${METADATA_BYTES} bytes of JSON and ${METADATA_LEVELS} levels deep`,
      }),
    ),
    status: Type.Optional(
      OneOf(['active', 'suspended', 'terminated'], {
        description: 'terminated is final',
        examples: ['active'],
      }),
    ),
    observed_at: ObservedAt(),
  },
  { title: 'SellerRecord' },
)

/** The sellers themselves, for the first load and for a master system that stays in charge of them. */
export const sellers: Feed = {
  name: 'sellers',
  summary: 'Push sellers',
  description:
    'Sellers by their code: creates new ones and changes known ones. Unlike a fact, a record may be partial: fields that are missing stay as they are, null clears an optional one, and several records of one seller in a push are merged in their order.',
  record,
  key: ['seller_code'],
  check: compileRecordCheck(record),
  store: (tx, records, push) => storeSellers(tx, (records as SellerRecord[]).map(knownFields), push),
}

const FIELDS = Object.keys(record.properties) as (keyof SellerRecord)[]

/** The record without fields that it does not know, as JSON has it: 1e400 is null there. */
const knownFields = (record: SellerRecord): SellerRecord =>
  JSON.parse(JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, record[field]]))))
