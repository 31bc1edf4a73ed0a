export const words = {
  fairness: 'Do groups reach a tier equally often?',
  stability: 'Are scores distributed as in the month before?',
  validity: 'Does a total rank the failures of the next month?',
}

export const TRAITS = {
  size: 'Size',
  contract_type: 'Contract',
  warehouse: 'Warehouse',
  am: 'Account manager',
}

export const OUTCOMES = { late: 'Late orders', overdue: 'Late payment', tickets: 'Tickets' }

/** What a failure is, by outcome. */
export const FAILS = {
  late: 'Failed: less than 90 % of the orders on time.',
  overdue: 'Failed: paid more than 30 days beyond terms.',
  tickets: 'Failed: a ticket rate above 7.',
}
