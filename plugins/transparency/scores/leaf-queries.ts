import type { Sql } from '../../../src/platform/database/database.ts'
import type { RevisionKey } from './final-queries.ts'

/** A leaf to be. */
interface NewLeaf {
  score: RevisionKey
  text: string
  hash: Uint8Array
}

/** Writes leaves from an index on. */
export const insertLeaves = (tx: Sql, first: number, leaves: readonly NewLeaf[]) =>
  tx.run(
    `insert into log_leaves (index, seller_id, period, revision, statement, leaf_hash)
     select $1 + place - 1, seller_id, period, revision, statement, leaf_hash
     from unnest($2::int[], $3::text[], $4::int[], $5::text[], $6::bytea[])
       with ordinality as l(seller_id, period, revision, statement, leaf_hash, place)`,
    [
      first,
      leaves.map(({ score }) => score.seller_id),
      leaves.map(({ score }) => score.period),
      leaves.map(({ score }) => score.revision),
      leaves.map(({ text }) => text),
      leaves.map(({ hash }) => hash),
    ],
  )
