import type { App } from '../../src/app.ts'

/** An event as it was written. */
export interface Told {
  type: string
  sequence: number
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the data
  data: any
}

/** What was told about a seller, in its order. */
export const toldOf = (app: App, seller_code: string) =>
  app.db.rows<Told>(
    `select type, sequence, data from events
     where seller_id = (select id from sellers where seller_code = $1) order by sequence`,
    [seller_code],
  )

export const typesOf = async (app: App, seller_code: string) =>
  (await toldOf(app, seller_code)).map(({ type }) => type.replace('seller.', ''))
