import type { ComponentChildren } from 'preact'
import { useRead } from '../../api/queries.ts'
import type { Model } from '../../api/types.ts'
import { day } from '../../logic/format.ts'
import { choicesOf } from '../../parts/forms/choices.ts'
import type { FormField } from '../../parts/forms/form-field.tsx'
import { useMe } from '../../parts/me.ts'

interface SellerField extends FormField {
  /** As the record shows it. */
  show: (seller: Model<'SellerDetail'>) => ComponentChildren
}

/** The fields of a seller that people change. */
export function useSellerFields(): SellerField[] {
  const { may } = useMe()
  const query = { limit: 500 }
  const warehouses = useRead('/api/warehouses', { query }, { enabled: may('warehouses.read') })
  const managers = useRead('/api/sellers/am/list', { query }, { enabled: may('account-managers.read') })
  return [
    {
      name: 'company_name',
      label: 'Company name',
      required: true,
      maxLength: 200,
      show: ({ company_name }) => company_name,
    },
    {
      name: 'contract_type',
      label: 'Contract type',
      hint: 'standard, premium, enterprise, marketplace, or any other',
      maxLength: 64,
      isHalf: true,
      show: ({ contract_type }) => contract_type,
    },
    {
      name: 'contract_start_date',
      label: 'Contract start',
      hint: 'The grace period begins here.',
      type: 'date',
      isHalf: true,
      show: ({ contract_start_date }) => contract_start_date && day(contract_start_date),
    },
    {
      name: 'primary_warehouse_id',
      isNumber: true,
      label: 'Warehouse',
      options: choicesOf(warehouses.data?.data, 'none'),
      isHalf: true,
      show: ({ warehouse_name }) => warehouse_name,
    },
    {
      name: 'assigned_am_id',
      isNumber: true,
      label: 'Account manager',
      options: choicesOf(managers.data?.data, 'none'),
      isHalf: true,
      show: ({ am_name }) => am_name,
    },
    {
      name: 'oms_system_type',
      label: 'Order system',
      hint: 'shopify, woocommerce, magento, custom, or any other',
      maxLength: 64,
      isHalf: true,
      show: ({ oms_system_type }) => oms_system_type,
    },
    {
      name: 'payment_terms_days',
      isNumber: true,
      label: 'Payment terms, days',
      type: 'number',
      min: 0,
      isHalf: true,
      show: ({ payment_terms_days }) => payment_terms_days,
    },
  ]
}
