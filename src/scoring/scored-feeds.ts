/** How a column is written in a line of facts: instants in UTC with milliseconds, decimals without zeros at their end. */
export type Form = 'text' | 'day' | 'flag' | 'integer' | 'decimal' | 'instant'

/** The line of a fact in the digests of certificates, of which docs/proof.md says more. */
export interface FactLine {
  /** What the list of facts calls a row. */
  fact: string
  columns: Record<string, Form>
  /** Those that a line has only where they are set, from version 2 on. */
  where_set?: Record<string, Form>
  /** What the lines are ordered by: numbers, and texts by their bytes. */
  key: string[]
}

/** The feeds that scores are made of: the sums of their facts, and the line of a fact. */
export const SCORED = {
  orders: {
    sums: {
      orders: 'orders of the month',
      seller_cancelled: "orders cancelled in the month by the seller's fault",
      cancelled_later: 'orders of earlier months among these',
      ready_on_time: 'orders with ready_at ≤ ready_by, of those counted in ready_due',
      ready_due:
        "orders with a ready_by in the month that are ready or past it at as_of, without those cancelled or late by another's fault",
      error_free: 'orders without a data error',
      units_ordered: 'units of the orders that are not cancelled',
    },
    line: {
      fact: 'order',
      columns: {
        cancel_fault: 'text',
        cancelled_at: 'instant',
        has_data_error: 'flag',
        order_code: 'text',
        ordered_at: 'instant',
        ready_at: 'instant',
        ready_by: 'instant',
        units: 'integer',
      },
      where_set: { carrier: 'text', late_fault: 'text', warehouse_id: 'integer' },
      key: ['order_code'],
    },
  },
  forecasts: {
    sums: {
      forecast_rows: 'rows of forecast against actual: the month and each campaign that ends in it',
      forecast_total: 'ΣF over the rows',
      actual_total: 'ΣA over the rows',
      absolute_error: 'Σ|F − A| over the rows',
      lateness_days: 'Σ days from deadline to submission, 0 to 14 a row',
    },
    line: {
      fact: 'forecast',
      columns: {
        actual_orders: 'integer',
        campaign_code: 'text',
        deadline: 'day',
        forecast_orders: 'integer',
        period: 'text',
        submitted_at: 'instant',
      },
      key: ['campaign_code'],
    },
  },
  tickets: {
    sums: {
      tickets: 'tickets opened in the month',
      seller_ticket_weight: "Σ helpdesk weight of the tickets by the seller's fault",
      replied_in_time: 'tickets replied to within reply_hours, of those counted in reply_due',
      reply_due:
        'tickets whose reply_hours end in the month that were replied to or are past them at as_of, without those whose reply another owed',
      resolve_due:
        'tickets whose resolve_hours end in the month that were resolved or are past them at as_of, without those whose reply another owed; absent: all tickets but those',
      overdue_tickets: 'tickets open longer than resolve_hours, of those counted in resolve_due',
    },
    line: {
      fact: 'ticket',
      columns: {
        category: 'text',
        fault: 'text',
        opened_at: 'instant',
        replied_at: 'instant',
        resolved_at: 'instant',
        ticket_code: 'text',
      },
      where_set: { reply_fault: 'text' },
      key: ['ticket_code'],
    },
  },
  payments: {
    sums: {
      invoices: 'invoices due on or before as_of and not paid before the month began',
      invoiced_amount: 'Σ amount of these invoices',
      amount_days_late: 'Σ amount × days late of these invoices',
      unpaid_amount: 'Σ unpaid amount at as_of of those past due',
    },
    line: {
      fact: 'invoice',
      columns: {
        amount: 'decimal',
        due_on: 'day',
        invoice_code: 'text',
        issued_on: 'day',
        paid_amount: 'decimal',
        paid_on: 'day',
      },
      where_set: { credited_amount: 'decimal', due_amount: 'decimal' },
      key: ['invoice_code'],
    },
  },
  inventory: {
    sums: {
      stock_rows: "rows of each warehouse's last snapshot of the month",
      stock_volume: 'volume of these snapshots',
      aged_volume: 'volume older than age_days',
      stranded_volume: 'stranded volume',
      stock_quantity: 'quantity of these snapshots',
    },
    line: {
      fact: 'stock',
      columns: {
        is_stranded: 'flag',
        quantity: 'integer',
        received_on: 'day',
        sku: 'text',
        snapshot_on: 'day',
        volume_m3: 'decimal',
        warehouse_id: 'integer',
      },
      key: ['warehouse_id', 'sku', 'received_on'],
    },
  },
  returns: {
    sums: { returns: 'returns of the month' },
    line: {
      fact: 'return',
      columns: {
        order_code: 'text',
        reason: 'text',
        return_code: 'text',
        returned_at: 'instant',
      },
      where_set: { carrier: 'text', fault: 'text', warehouse_id: 'integer' },
      key: ['return_code'],
    },
  },
} as const satisfies Record<string, { sums: Record<string, string>; line: FactLine }>

/** The sums that releases have added since the first: a text of inputs names one of them where it is not its default. */
const ADDED = ['returns', 'cancelled_later', 'resolve_due'] as const

/** A feed whose facts scores are made of. */
export type ScoredFeed = keyof typeof SCORED
/** The sums of a feed. */
export type SumOf<Feed extends ScoredFeed> = keyof (typeof SCORED)[Feed]['sums'] & string
export type SumName = { [Feed in ScoredFeed]: SumOf<Feed> }[ScoredFeed]

/** The feeds that scores are made of. */
export const SCORED_FEEDS = Object.keys(SCORED) as ScoredFeed[]

/** A feed that releases have added since the first: what is kept of before does not name it. */
type AddedFeed = {
  [Feed in ScoredFeed]: SumOf<Feed> extends (typeof ADDED)[number] ? Feed : never
}[ScoredFeed]
export const isAddedFeed = ({ sums }: { sums: object }) => !Object.keys(sums).some(isAlwaysNamed)

/** Which feeds any seller at all has facts of in the month. */
export type FeedsInUse = Record<Exclude<ScoredFeed, AddedFeed>, boolean> & { [Feed in AddedFeed]?: boolean }

/** What each sum counts. */
export const SUM_DESCRIPTIONS: Record<SumName, string> = Object.assign(
  {},
  ...Object.values(SCORED).map(({ sums }) => sums),
)

/** Whether every text of inputs names the sum. */
export const isAlwaysNamed = (sum: string) =>
  Object.hasOwn(SUM_DESCRIPTIONS, sum) && !(ADDED as readonly string[]).includes(sum)
