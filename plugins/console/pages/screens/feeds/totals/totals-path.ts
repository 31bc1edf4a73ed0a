/** Each feed has a path of its own; their answers have one form. */
export type TotalsPath = '/api/sync/orders/control-totals'

export const totalsPath = (feed: string) => `/api/sync/${feed}/control-totals` as TotalsPath
