import type { TSchema } from '@sinclair/typebox'
import { storedAmong } from '../../../src/domain/codes/stored-codes.ts'
import { type Feed, keyColumns } from '../../../src/feeds/feed.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import type { PushedFeed } from '../pushed-feed.ts'
import type { Respelled } from '../reading/reader.ts'
import { referencedBy } from '../reading/references.ts'

/**
 * Gives back to records the codes as they were sent where something is stored under just these: what came before the
 * rule for codes keeps its key. Most pushes have none to look for.
 */
export async function keepStoredCodes(tx: Sql, feed: PushedFeed, respelled: Respelled[]) {
  const fields = [...Map.groupBy(respelled, ({ field }) => field)]
  for (const [field, own] of fields) {
    const kind = referencedBy(feed.record.properties[field] as TSchema)
    if (!kind) continue
    const stored = await storedAmong(tx, kind, sentOf(own))
    for (const { record, sent } of own) if (stored.has(sent)) record[field] = sent
  }
  const { facts } = feed
  if (!facts) return
  for (const [field, own] of fields)
    if (field !== 'seller_code' && keyColumns(facts).includes(field))
      for (const { record, sent } of await storedFacts(tx, facts, field, own)) record[field] = sent
}

const sentOf = (respelled: Respelled[]) => respelled.map(({ sent }) => sent)

/** Those whose seller has a fact under the code that was sent. */
async function storedFacts({ rows }: Sql, { table }: Feed, field: string, own: Respelled[]) {
  const found = await rows<{ n: number }>(
    `select n::int from unnest($1::text[], $2::text[]) with ordinality as g(seller_code, sent, n)
       join sellers s using (seller_code)
     where exists (select from ${table} f where f.seller_id = s.id and f.${field} = g.sent)`,
    [own.map(({ record }) => record.seller_code ?? null), sentOf(own)],
  )
  return found.flatMap(({ n }) => own[n - 1] ?? [])
}
