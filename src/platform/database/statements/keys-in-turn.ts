import type { Sql, Transaction } from './sql.ts'

/** A list whose pages are read one after another in one transaction, as an export does. */
export interface KeysInTurn {
  /** Selects the keys of all pages, in their order. */
  keys: string
  /** Counts them, as total. */
  count: string
  values: unknown[]
}

const totals = new WeakMap<Sql, number>()

export const isInTurn = (db: Sql): db is Transaction => 'isTransaction' in db

/**
 * The keys of the next page, in the order of their statement, and how many there are in all: a cursor goes on where the
 * page before ended, and nothing is counted or sorted twice. The pages of a transaction are asked for in turn from 1.
 */
export async function nextKeys<Key>(
  tx: Transaction,
  { keys, count, values }: KeysInTurn,
  { page, limit }: { page: number; limit: number },
): Promise<{ keys: Key[]; total: number }> {
  if (page === 1) {
    totals.set(tx, (await tx.one<{ total: number }>(count, values)).total)
    await tx.run(`declare keys_in_turn no scroll cursor for ${keys}`, values)
  }
  return {
    keys: await tx.rows<Key>(`fetch ${limit} from keys_in_turn`),
    total: totals.get(tx) as number,
  }
}
