import type { App } from '../../src/app.ts'

/** An event as it was written. */
export interface SellerEvent {
  type: string
  sequence: number
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the data
  data: any
}

/** The events about a seller, in their order. */
export const eventsOf = (app: App, seller_code: string) =>
  app.db.rows<SellerEvent>(
    `select type, sequence, data from events
     where seller_id = (select id from sellers where seller_code = $1) order by sequence`,
    [seller_code],
  )

export const typesOf = async (app: App, seller_code: string) =>
  (await eventsOf(app, seller_code)).map(({ type }) => type.replace('seller.', ''))
