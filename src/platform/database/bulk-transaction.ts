import type pg from 'pg'
import { belongTo, type Database, isTransient, TRANSACTION_TRIES } from './database.ts'

/** What a transaction offers to whole statements, whether Prisma runs it or pg. */
export interface Statements {
  $queryRaw<Rows>(text: TemplateStringsArray, ...values: unknown[]): Promise<Rows>
  $queryRawUnsafe<Rows>(text: string, ...values: unknown[]): Promise<Rows>
  $executeRaw(text: TemplateStringsArray, ...values: unknown[]): Promise<number>
}

/**
 * `Database.transaction` over pg, for a stream of large statements. Prisma makes three copies of every parameter
 * and remembers its last hundred statements with them, so that memory grows with what has passed through.
 * `timeout` is in milliseconds and for each statement. `byKey` promises that rows are only joined by their keys:
 * then PostgreSQL looks them up, where it would read a whole table that was small when it last counted.
 */
export async function bulkTransaction<T>(
  db: Database,
  work: (tx: Statements) => Promise<T>,
  { timeout, byKey = false }: { timeout: number; byKey?: boolean },
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const client = await db.pool.connect()
    client.on('error', () => {})
    try {
      await client.query(`begin; set local statement_timeout = ${timeout}${byKey ? BY_KEY : ''}`)
      const result = await work(belongTo(db, statementsOf(client)))
      await client.query('commit')
      client.release()
      return result
    } catch (error) {
      await client.query('rollback').then(
        () => client.release(),
        () => client.release(true),
      )
      if (tries === TRANSACTION_TRIES || !isTransient(error)) throw error
    }
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
