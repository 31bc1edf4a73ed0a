import { type Static, Type } from '@sinclair/typebox'
import { OpenWord } from '../../src/domain/field-schemas.ts'
import { SELLER_STATUSES } from '../../src/domain/seller-statuses.ts'
import { CONTRACT_TYPES, OMS_SYSTEM_TYPES } from '../../src/domain/sellers/known-words.ts'
import { also, Deleted, Maybe, ObservedAt, WarehouseId } from '../../src/feeds/fields.ts'
import { CalendarDate, Code, Id, JsonObject, Model, OneOf, Text } from '../../src/platform/schemas/schemas.ts'

/** A pushed seller: fields that are missing stay as they are, and `deleted` takes the seller back. */
export const SellerRecord = Model('SellerRecord', {
  seller_code: also(
    Code({
      description: 'The code by which all systems know the seller',
      examples: ['S-1001'],
      'x-names': 'seller',
    }),
    'seller_id',
  ),
  company_name: also(
    Type.Optional(
      Text(200, {
        format: 'word',
        description: 'Required for a new seller',
        examples: ['Acme Trading GmbH'],
      }),
    ),
    'name seller_name company',
  ),
  contract_type: Maybe(OpenWord(CONTRACT_TYPES)),
  contract_start_date: Maybe(
    CalendarDate({ description: 'Where the grace period begins', examples: ['2025-03-01'] }),
    'contract_start',
  ),
  primary_warehouse_id: Maybe(
    WarehouseId({ description: 'An active warehouse, by its id or its code' }),
    'warehouse_id warehouse_code primary_warehouse_code',
  ),
  assigned_am_id: Maybe(Id({ description: 'An active account manager' }), 'am_id account_manager_id'),
  oms_system_type: Maybe(OpenWord(OMS_SYSTEM_TYPES), 'oms oms_system'),
  payment_terms_days: Maybe(Type.Integer({ minimum: 0, maximum: 3650, examples: [30] }), 'payment_terms'),
  metadata: Maybe(
    JsonObject({
      description: 'Anything of the caller’s own; replaced as a whole',
      examples: [{ region: 'EU' }],
    }),
  ),
  status: Type.Optional(
    OneOf([...SELLER_STATUSES], {
      description: 'A change publishes seller.status_changed',
      examples: ['active'],
    }),
  ),
  observed_at: ObservedAt(),
  deleted: Deleted(),
})
export type SellerRecord = Static<typeof SellerRecord>

/** Its fields, which are columns of sellers but for `deleted`. */
export const SELLER_FIELDS = Object.keys(SellerRecord.properties) as (keyof SellerRecord)[]
