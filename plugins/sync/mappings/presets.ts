import type { Mapping } from './mapping-schemas.ts'

/** A mapping to copy. */
export type Preset = Omit<Mapping, 'id' | 'created_at' | 'updated_at'>

/** For the public exports of other systems. One that knows no seller lacks seller_code, which a copy adds. */
export const PRESETS: Preset[] = [
  {
    name: 'shopify-orders',
    feed: 'orders',
    description:
      'Orders of the Shopify Admin REST API (orders.json). The vendor of the first line is the seller’s code; Shopify knows no deadline, so ready_by is not read',
    records: null,
    fields: {
      order_code: 'name',
      seller_code: 'line_items.0.vendor',
      ordered_at: 'created_at',
      units: { path: 'line_items.*.quantity', sum: true },
      ready_at: 'fulfillments.0.created_at',
      cancelled_at: 'cancelled_at',
      cancel_fault: {
        path: 'cancel_reason',
        values: {
          customer: 'customer',
          declined: 'customer',
          fraud: 'customer',
          inventory: 'seller',
          staff: 'seller',
          '*': null,
        },
      },
      currency: 'currency',
      observed_at: 'updated_at',
    },
  },
  {
    name: 'woocommerce-orders',
    feed: 'orders',
    description:
      'Orders of the WooCommerce REST API (wc/v3/orders). When a cancelled order was last changed counts as when it was cancelled',
    records: null,
    fields: {
      order_code: 'number',
      ordered_at: { path: 'date_created_gmt', zone: 'UTC' },
      units: { path: 'line_items.*.quantity', sum: true },
      ready_at: { path: 'date_completed_gmt', zone: 'UTC' },
      cancelled_at: { path: 'date_modified_gmt', zone: 'UTC', when: { path: 'status', is: ['cancelled'] } },
      currency: 'currency',
      observed_at: { path: 'date_modified_gmt', zone: 'UTC' },
    },
  },
  {
    name: 'magento-orders',
    feed: 'orders',
    description:
      'Orders of the Magento (Adobe Commerce) REST API (V1/orders). When a cancelled order was last changed counts as when it was cancelled',
    records: 'items',
    fields: {
      order_code: 'increment_id',
      ordered_at: { path: 'created_at', zone: 'UTC' },
      units: 'total_qty_ordered',
      cancelled_at: { path: 'updated_at', zone: 'UTC', when: { path: 'state', is: ['canceled'] } },
      currency: 'order_currency_code',
      observed_at: { path: 'updated_at', zone: 'UTC' },
    },
  },
  {
    name: 'zendesk-tickets',
    feed: 'tickets',
    description:
      'Tickets of the Zendesk API (tickets.json with include=metric_sets). Zendesk tells the first reply in minutes only, so replied_at is not read',
    records: null,
    fields: {
      ticket_code: 'id',
      category: { path: 'type', default: 'question' },
      opened_at: 'created_at',
      resolved_at: 'metric_set.solved_at',
      observed_at: 'updated_at',
    },
  },
  {
    name: 'freshdesk-tickets',
    feed: 'tickets',
    description: 'Tickets of the Freshdesk API (api/v2/tickets with include=stats)',
    records: null,
    fields: {
      ticket_code: 'id',
      category: { path: 'type', default: 'Question' },
      opened_at: 'created_at',
      replied_at: 'stats.first_responded_at',
      resolved_at: 'stats.resolved_at',
      observed_at: 'updated_at',
    },
  },
  {
    name: 'xero-invoices',
    feed: 'payments',
    description:
      'Invoices of the Xero accounting API (api.xro/2.0/Invoices). The contact’s number is the seller’s code; voided and deleted ones are taken back',
    records: 'Invoices',
    fields: {
      invoice_code: 'InvoiceNumber',
      seller_code: 'Contact.ContactNumber',
      amount: 'Total',
      issued_on: 'DateString',
      due_on: 'DueDateString',
      paid_amount: 'AmountPaid',
      credited_amount: 'AmountCredited',
      due_amount: 'AmountDue',
      paid_on: 'FullyPaidOnDate',
      currency: 'CurrencyCode',
      deleted: { path: 'Status', values: { VOIDED: true, DELETED: true, '*': false } },
    },
  },
  {
    name: 'quickbooks-invoices',
    feed: 'payments',
    description:
      'Invoices of the QuickBooks Online API (query, select * from Invoice). The customer’s name is the seller’s code; an invoice does not tell when it was paid, so paid_on is not read, and one that owes nothing counts as on time: add it where it matters',
    records: 'QueryResponse.Invoice',
    fields: {
      invoice_code: 'DocNumber',
      seller_code: 'CustomerRef.name',
      amount: 'TotalAmt',
      issued_on: 'TxnDate',
      due_on: 'DueDate',
      paid_amount: { path: 'TotalAmt', minus: 'Balance' },
      currency: 'CurrencyRef.value',
      observed_at: 'MetaData.LastUpdatedTime',
    },
  },
]
