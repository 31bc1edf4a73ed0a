import type pg from 'pg'
import { belongTo, type Database } from './database.ts'
import { boundsOf, type TransactionBounds } from './session.ts'
import { againAfterConflict } from './transient.ts'

/** What a transaction offers to whole statements, whether Prisma runs it or pg. */
export interface Statements {
  $queryRaw<Rows>(text: TemplateStringsArray, ...values: unknown[]): Promise<Rows>
  $queryRawUnsafe<Rows>(text: string, ...values: unknown[]): Promise<Rows>
  $executeRaw(text: TemplateStringsArray, ...values: unknown[]): Promise<number>
}

/**
 * `Database.transaction` over pg, for a stream of large statements. Prisma makes three copies of every parameter
 * and remembers its last hundred statements with them, so that memory grows with what has passed through.
 * `timeout` and `lockTimeout` are in milliseconds, for the whole of it and for one wait. `byKey` promises that rows are
 * only joined by their keys: then PostgreSQL looks them up, where it would read a whole table that was small when it
 * last counted. It has connections of its own, so that it never takes those of small requests.
 */
export const bulkTransaction = <T>(
  db: Database,
  work: (tx: Statements) => Promise<T>,
  bounds: TransactionBounds & { byKey?: boolean },
): Promise<T> => againAfterConflict(() => once(db, work, bounds))

async function once<T>(
  db: Database,
  work: (tx: Statements) => Promise<T>,
  { byKey = false, ...bounds }: TransactionBounds & { byKey?: boolean },
): Promise<T> {
  const held = await db.bulk.take(bounds.timeout)
  const { client } = held
  try {
    await client.query(`begin; ${boundsOf(client, bounds)}${byKey ? BY_KEY : ''}`)
    const result = await work(belongTo(db, statementsOf(client)))
    await client.query('commit')
    held.giveBack()
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {}) // a connection that broke has no transaction left
    throw db.bulk.failed(held, error)
  }
}

const BY_KEY = '; set local enable_hashjoin = off; set local enable_mergejoin = off'

const statementsOf = (client: pg.ClientBase): Statements => ({
  $queryRaw: async <Rows>(text: TemplateStringsArray, ...values: unknown[]) =>
    (await run(client, numbered(text), values)).rows as Rows,
  $queryRawUnsafe: async <Rows>(text: string, ...values: unknown[]) =>
    (await run(client, text, values)).rows as Rows,
  $executeRaw: async (text, ...values) => (await run(client, numbered(text), values)).rowCount ?? 0,
})

/** Lets go of the values afterwards: pg's finished queries hang together, and would keep them all for long. */
async function run(client: pg.ClientBase, text: string, values: unknown[]) {
  try {
    return await client.query(text, values)
  } finally {
    values.length = 0
  }
}

/** The text with $1, $2 … where its values stand. */
const numbered = (text: TemplateStringsArray) =>
  text.reduce((sql, part, i) => `${sql}${i > 0 ? `$${i}` : ''}${part}`, '')
