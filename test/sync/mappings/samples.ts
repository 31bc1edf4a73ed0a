/**
 * For each preset a sample of what its system exports, as far as its public documentation shows it, what a copy of the
 * preset adds, and the rows that the sample becomes.
 */
export const SAMPLES = {
  'shopify-orders': {
    feed: 'orders',
    adds: {},
    body: {
      orders: [
        {
          id: 450789469,
          name: '#1001',
          created_at: '2026-10-05T10:00:00-04:00',
          updated_at: '2026-10-06T12:00:00-04:00',
          cancelled_at: '2026-10-06T11:00:00-04:00',
          cancel_reason: 'inventory',
          financial_status: 'refunded',
          line_items: [
            { quantity: 2, vendor: 'S-1' },
            { quantity: 3, vendor: 'S-1' },
          ],
          fulfillments: [],
        },
        {
          id: 450789470,
          name: '#1002',
          created_at: '2026-10-05T10:30:00-04:00',
          updated_at: '2026-10-07T00:00:00-04:00',
          cancelled_at: null,
          cancel_reason: null,
          line_items: [
            { quantity: 4, current_quantity: 1, vendor: 'S-1' },
            { quantity: 9, vendor: 'S-2' },
          ],
          fulfillments: [
            { created_at: '2026-10-06T08:00:00-04:00', status: 'cancelled' },
            { created_at: '2026-10-06T09:00:00-04:00', status: 'success' },
          ],
        },
      ],
    },
    rows: 'select * from orders order by order_code, seller_id',
    become: [
      {
        ...{ order_code: '#1001', seller_id: 1, ordered_at: '2026-10-05T14:00:00.000Z', units: 5 },
        ...{ cancelled_at: '2026-10-06T15:00:00.000Z', cancel_fault: 'seller', ready_at: null },
      },
      { order_code: '#1002', seller_id: 1, units: 1, ready_at: '2026-10-06T13:00:00.000Z' },
      {
        ...{ order_code: '#1002', seller_id: 2, units: 9, ready_at: '2026-10-06T13:00:00.000Z' },
        ...{ cancelled_at: null, cancel_fault: null },
      },
    ],
  },
  'woocommerce-orders': {
    feed: 'orders',
    adds: { seller_code: { value: 'S-1' } },
    body: [
      {
        id: 727,
        number: '727',
        status: 'completed',
        date_created: '2026-10-05T16:00:00',
        date_created_gmt: '2026-10-05T19:00:00',
        date_modified_gmt: '2026-10-06T10:00:00',
        date_completed_gmt: '2026-10-06T09:30:00',
        line_items: [{ quantity: 2 }, { quantity: 1 }],
      },
      {
        ...{ id: 728, number: '728', status: 'cancelled', date_created_gmt: '2026-10-05T20:00:00' },
        ...{ date_modified_gmt: '2026-10-05T21:00:00', date_completed_gmt: null, line_items: [] },
      },
    ],
    rows: 'select * from orders order by order_code',
    become: [
      {
        ...{ order_code: '727', seller_id: 1, ordered_at: '2026-10-05T19:00:00.000Z' },
        ...{ ready_at: '2026-10-06T09:30:00.000Z', units: 3, cancelled_at: null },
      },
      { order_code: '728', units: 0, cancelled_at: '2026-10-05T21:00:00.000Z', ready_at: null },
    ],
  },
  'magento-orders': {
    feed: 'orders',
    adds: { seller_code: 'extension_attributes.seller_code' },
    body: {
      items: [
        {
          ...{ entity_id: 1, increment_id: '000000001', state: 'canceled', status: 'canceled' },
          ...{ created_at: '2026-10-05 08:00:00', updated_at: '2026-10-05 09:00:00', total_qty_ordered: 4 },
          ...{ extension_attributes: { seller_code: 'S-2' } },
        },
      ],
      search_criteria: { filter_groups: [] },
    },
    rows: 'select * from orders',
    become: [
      {
        ...{ order_code: '000000001', seller_id: 2, ordered_at: '2026-10-05T08:00:00.000Z' },
        ...{ cancelled_at: '2026-10-05T09:00:00.000Z', units: 4 },
      },
    ],
  },
  'zendesk-tickets': {
    feed: 'tickets',
    adds: { seller_code: 'external_id', fault: { value: 'operator' } },
    body: {
      tickets: [
        {
          id: 35436,
          external_id: 'S-1',
          type: 'problem',
          status: 'solved',
          created_at: '2026-10-05T10:00:00Z',
          updated_at: '2026-10-06T11:00:00Z',
          tags: ['late'],
          metric_set: { solved_at: '2026-10-06T10:00:00Z', reply_time_in_minutes: { calendar: 30 } },
        },
        {
          ...{ id: 35437, external_id: 'S-1', type: null, status: 'open' },
          ...{ created_at: '2026-10-05T10:00:00Z', updated_at: '2026-10-05T10:00:00Z' },
          ...{ metric_set: { solved_at: null } },
        },
      ],
      next_page: null,
    },
    rows: 'select * from tickets order by ticket_code',
    become: [
      {
        ...{ ticket_code: '35436', seller_id: 1, category: 'problem', fault: 'operator' },
        ...{ resolved_at: '2026-10-06T10:00:00.000Z', replied_at: null },
      },
      { ticket_code: '35437', category: 'question', resolved_at: null },
    ],
  },
  'freshdesk-tickets': {
    feed: 'tickets',
    adds: { seller_code: 'custom_fields.cf_seller' },
    body: [
      {
        id: 20,
        type: 'Problem',
        status: 4,
        created_at: '2026-10-05T10:00:00Z',
        updated_at: '2026-10-06T11:00:00Z',
        custom_fields: { cf_seller: 'S-2' },
        stats: {
          first_responded_at: '2026-10-05T12:00:00Z',
          resolved_at: '2026-10-06T11:00:00Z',
          closed_at: null,
        },
      },
    ],
    rows: 'select * from tickets',
    become: [
      {
        ...{ ticket_code: '20', seller_id: 2, category: 'Problem', replied_at: '2026-10-05T12:00:00.000Z' },
        ...{ resolved_at: '2026-10-06T11:00:00.000Z' },
      },
    ],
  },
  'xero-invoices': {
    feed: 'payments',
    adds: {},
    body: {
      Status: 'OK',
      Invoices: [
        {
          ...{ Type: 'ACCREC', InvoiceNumber: 'INV-0001', Contact: { ContactNumber: 'S-1' } },
          ...{ DateString: '2026-09-20T00:00:00', Date: '/Date(1789862400000+0000)/' },
          ...{ DueDateString: '2026-10-10T00:00:00', Status: 'PAID', Total: 1200.5, AmountPaid: 1000.5 },
          ...{ AmountCredited: 200, AmountDue: 0, FullyPaidOnDate: '/Date(1791763200000+0000)/' },
        },
        {
          ...{ Type: 'ACCREC', InvoiceNumber: 'INV-0002', Contact: { ContactNumber: 'S-1' } },
          ...{ DateString: '2026-09-20T00:00:00', DueDateString: '2026-10-10T00:00:00' },
          ...{ Status: 'AUTHORISED', Total: 800, AmountPaid: 200, AmountCredited: 500, AmountDue: 100 },
        },
      ],
    },
    rows: 'select * from invoices order by invoice_code',
    become: [
      {
        ...{ invoice_code: 'INV-0001', seller_id: 1, amount: 1200.5, issued_on: '2026-09-20' },
        ...{ due_on: '2026-10-10', paid_amount: 1000.5, credited_amount: 200, due_amount: 0 },
        ...{ paid_on: '2026-10-12' },
      },
      { invoice_code: 'INV-0002', paid_amount: 200, credited_amount: 500, due_amount: 100, paid_on: null },
    ],
  },
  'quickbooks-invoices': {
    feed: 'payments',
    adds: {},
    body: {
      QueryResponse: {
        Invoice: [
          {
            ...{ Id: '130', DocNumber: '1037', TxnDate: '2026-09-20', DueDate: '2026-10-20' },
            ...{ TotalAmt: 362.07, Balance: 62.05, CustomerRef: { value: '24', name: 'S-2' } },
            ...{ MetaData: { LastUpdatedTime: '2026-09-20T10:05:00-07:00' } },
          },
        ],
        startPosition: 1,
      },
    },
    rows: 'select * from invoices',
    become: [
      {
        ...{ invoice_code: '1037', seller_id: 2, amount: 362.07, paid_amount: 300.02, due_on: '2026-10-20' },
        ...{ paid_on: null },
      },
    ],
  },
} as const
