/** The counts of a push that holds nothing. */
export const NO_COUNTS = {
  ...{ received: 0, created: 0, updated: 0, unchanged: 0, repeated: 0 },
  ...{ deleted: 0, left_out: 0, rejected: 0, late: 0 },
}

/** A good record of each feed. */
export const GOOD = {
  orders: {
    order_code: 'O-1',
    seller_code: 'S-1',
    ordered_at: '2026-10-05T10:00:00Z',
    warehouse_id: 1,
    carrier: 'DHL',
    units: 3,
    ready_by: '2026-10-06T10:00:00Z',
    ready_at: '2026-10-06T09:00:00Z',
    cancelled_at: '2026-10-07T00:00:00Z',
    cancel_fault: 'carrier',
    late_fault: 'operator',
    has_data_error: true,
  },
  forecasts: {
    seller_code: 'S-1',
    period: '2026-10',
    forecast_orders: 120,
    submitted_at: '2026-09-20T12:00:00+02:00',
    campaign_code: 'C-OCT',
  },
  'campaign-actuals': { seller_code: 'S-1', campaign_code: 'C-OCT', actual_orders: 110, actual_units: 300 },
  tickets: {
    ticket_code: 'T-1',
    seller_code: 'S-1',
    category: 'complaint',
    opened_at: '2026-10-05T10:00:00Z',
    fault: 'operator',
    reply_fault: 'carrier',
    replied_at: '2026-10-05T12:00:00Z',
    resolved_at: '2026-10-06T12:00:00Z',
  },
  payments: {
    invoice_code: 'I-1',
    seller_code: 'S-1',
    amount: 1200.5,
    issued_on: '2026-09-20',
    due_on: '2026-10-10',
    paid_amount: 200.25,
    paid_on: '2026-10-12',
    credited_amount: 50.5,
    due_amount: 0,
  },
  inventory: {
    seller_code: 'S-1',
    warehouse_id: 1,
    sku: 'SKU-1',
    snapshot_on: '2026-10-31',
    received_on: '2026-03-01',
    quantity: 40,
    volume_m3: 1.25,
    is_stranded: true,
  },
  returns: {
    return_code: 'R-1',
    seller_code: 'S-1',
    order_code: 'O-1',
    returned_at: '2026-10-12T10:00:00Z',
    reason: 'too small',
    fault: 'carrier',
    carrier: 'DHL',
    warehouse_id: 1,
  },
  revenue: { seller_code: 'S-1', period: '2026-10', amount: 5000.1 },
  sellers: {
    seller_code: 'S-9',
    company_name: 'Ninth',
    contract_type: 'standard',
    contract_start_date: '2026-01-01',
    primary_warehouse_id: 1,
    assigned_am_id: 1,
    oms_system_type: 'shopify',
    payment_terms_days: 30,
    metadata: { region: 'EU' },
    status: 'active',
  },
} as const

/** A good order with a code of its own. */
export const order = (order_code: unknown, more: object = {}) => ({ ...GOOD.orders, order_code, ...more })

/** So many good orders, O-0 and on. */
export const orders = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, n) => order(`O-${n}`, more))
