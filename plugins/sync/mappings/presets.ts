import type { Mapping } from './mapping-schemas.ts'

/** A mapping to copy. */
export type Preset = Omit<Mapping, 'id' | 'created_at' | 'updated_at'>

/** One that takes every record as it is, and makes one record of each. */
export const PLAIN: Pick<Preset, 'only' | 'each' | 'lines'> = { only: [], each: [], lines: {} }

/** For the public exports of other systems. One that knows no seller lacks seller_code, which a copy adds. */
export const PRESETS: Preset[] = [
  {
    name: 'shopify-orders',
    feed: 'orders',
    description:
      'Orders of the Shopify Admin REST API (orders.json). The vendor of a line is the seller’s code: each vendor has an order with its own units. Test orders are left out; Shopify knows no deadline, so ready_by is not read',
    records: null,
    ...PLAIN,
    only: [{ field: 'test', not_in: [true] }],
    each: ['line_items.*.vendor', 'fulfillments.*.line_items.*.vendor'],
    fields: {
      order_code: 'name',
      seller_code: 'line_items.0.vendor',
      ordered_at: 'created_at',
      units: { path: 'line_items.*.current_quantity|quantity', sum: true },
      ready_at: 'fulfillments[status=success].created_at',
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
      'Orders of the WooCommerce REST API (wc/v3/orders). Drafts, orders that were never paid and those in the trash are left out. When a cancelled order was last changed counts as when it was cancelled',
    records: null,
    ...PLAIN,
    only: [
      {
        field: 'status',
        not_in: ['auto-draft', 'checkout-draft', 'draft', 'new', 'pending', 'failed', 'trash'],
      },
    ],
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
      'Orders of the Magento (Adobe Commerce) REST API (V1/orders). Orders whose payment is awaited or reviewed, those that are not placed yet, and those that an edit has replaced are left out. When a cancelled order was last changed counts as when it was cancelled',
    records: 'items',
    ...PLAIN,
    only: [
      { field: 'state', not_in: ['pending_payment', 'payment_review'] },
      { field: 'status', not_in: ['received', 'rejected'] },
      { field: 'relation_child_id', set: false },
    ],
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
      'Tickets of the Zendesk API (tickets.json with include=metric_sets). Deleted tickets and those merged into others are left out. Zendesk tells the first reply in minutes only, so replied_at is not read',
    records: null,
    ...PLAIN,
    only: [
      { field: 'status', not_in: ['deleted'] },
      { field: 'tags', not_in: ['closed_by_merge'] },
    ],
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
    description:
      'Tickets of the Freshdesk API (api/v2/tickets with include=stats). Spam and deleted tickets are left out',
    records: null,
    ...PLAIN,
    only: [
      { field: 'spam', not_in: [true] },
      { field: 'deleted', not_in: [true] },
    ],
    fields: {
      ticket_code: 'id',
      category: { path: 'type', values: { Question: 'question' }, default: 'question' },
      opened_at: 'created_at',
      replied_at: 'stats.first_responded_at',
      resolved_at: 'stats.resolved_at|closed_at',
      observed_at: 'updated_at',
    },
  },
  {
    name: 'xero-invoices',
    feed: 'payments',
    description:
      'Invoices of the Xero accounting API (api.xro/2.0/Invoices). The contact’s number is the seller’s code. Only approved sales invoices count: bills, drafts, submitted, voided and deleted ones are left out',
    records: 'Invoices',
    ...PLAIN,
    only: [
      { field: 'Type', is: 'ACCREC', lasting: true },
      { field: 'Status', in: ['AUTHORISED', 'PAID'] },
    ],
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
      observed_at: 'UpdatedDateUTC',
    },
  },
  {
    name: 'quickbooks-invoices',
    feed: 'payments',
    description:
      'Invoices of the QuickBooks Online API (query, select * from Invoice). The customer’s name is the seller’s code. Voided invoices, which have no amount, and deleted ones are left out. An invoice does not tell when it was paid, so paid_on is not read, and one that owes nothing counts as on time: add it where it matters',
    records: 'QueryResponse.Invoice',
    ...PLAIN,
    only: [
      { field: 'status', not_in: ['Deleted'] },
      { field: 'TotalAmt', not_in: [0] },
    ],
    fields: {
      invoice_code: 'DocNumber',
      seller_code: 'CustomerRef.name',
      amount: 'TotalAmt',
      issued_on: 'TxnDate',
      due_on: 'DueDate',
      paid_amount: { path: 'TotalAmt', minus: 'Balance' },
      due_amount: 'Balance',
      currency: 'CurrencyRef.value',
      observed_at: 'MetaData.LastUpdatedTime',
    },
  },
]
