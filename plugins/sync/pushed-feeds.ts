import type { Feed } from '../../src/feeds/feed.ts'
import { readObject } from '../../src/platform/schemas/lenient.ts'
import { decimalsOfCurrency } from '../../src/scoring/currency.ts'
import { otherNames, type PushedFeed, pushedFacts } from './pushed-feed.ts'
import { compileReader } from './reading/reader.ts'
import { SELLER_FIELDS, SellerRecord } from './seller-record.ts'
import { storeSellers } from './storing/store-sellers.ts'

/** Everything that can be pushed, with amounts of this currency. */
export function pushedFeeds(feeds: readonly Feed[], currency?: string): PushedFeed[] {
  const decimals = decimalsOfCurrency(currency)
  return [...feeds.map((feed) => pushedFacts(feed, decimals)), sellers]
}

/** What GET /api/sellers and /api/sellers/{id} show beside these fields. */
const SHOWN = [
  ...['am_name', 'warehouse_name', 'am', 'warehouse', 'latest_score'],
  ...['exceptions_in_force', 'open_appeals', 'active_surcharges'],
]

/** The sellers themselves, for the first load and for a master system that stays in charge of them. */
const sellers: PushedFeed = {
  name: 'sellers',
  summary: 'Push sellers',
  description: `Sellers by their code: creates new ones and changes known ones. Unlike a fact, a record may be partial: fields that are missing stay as they are, null clears an optional one, and several records of one seller in a push are merged in their order. \`deleted\` removes a seller of whom nothing else is known.\n\n${otherNames(SellerRecord)}`,
  record: SellerRecord,
  key: ['seller_code'],
  ...compileReader('sellers', SellerRecord, ['seller_code'], SHOWN),
  store: (tx, records, push) => storeSellers(tx, (records as SellerRecord[]).map(knownFields), push),
}

/**
 * The record without fields that it does not know, as JSON has it: 1e400 is null there. Known words are as documented.
 */
const knownFields = (sent: SellerRecord): SellerRecord =>
  JSON.parse(
    JSON.stringify(
      readObject(SellerRecord, Object.fromEntries(SELLER_FIELDS.map((field) => [field, sent[field]]))),
    ),
  )
