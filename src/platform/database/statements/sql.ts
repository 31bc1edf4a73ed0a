import type pg from 'pg'

/** A whole statement: a template whose values are parameters, or a text with $1, $2 … and its values. */
interface Query {
  <Row>(text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]>
  /** A `name` lets the server keep the statement's plan, for reads that are asked for often. */
  <Row>(text: string, values?: unknown[], name?: string): Promise<Row[]>
}

interface QueryOfOne {
  <Result>(text: TemplateStringsArray, ...values: unknown[]): Promise<Result>
  <Result>(text: string, values?: unknown[], name?: string): Promise<Result>
}

/**
 * Where whole statements run: a transaction, or any connection. See values.ts for how columns are read. All throw
 * DatabaseUnavailable, a 503, when the database gives no answer within its bound (bounds.ts).
 */
export interface Sql {
  /** All rows of a statement. */
  rows: Query
  /** The first row, if there is one. */
  row<Row>(text: TemplateStringsArray, ...values: unknown[]): Promise<Row | undefined>
  row<Row>(text: string, values?: unknown[], name?: string): Promise<Row | undefined>
  /** The one row of a statement that always has one. */
  one: QueryOfOne
  /** The value of a statement that always has one row, of one column. */
  value: QueryOfOne
  /** The values of a statement of one column. */
  column: Query
  /** Runs a statement and answers how many rows it wrote. */
  run(text: TemplateStringsArray, ...values: unknown[]): Promise<number>
  run(text: string, values?: unknown[]): Promise<number>
}

/** Statements that become true together, or not at all. What must not stand alone asks for this. */
export interface Transaction extends Sql {
  readonly isTransaction: true
}

/** Statements over anything that runs one. */
export function sqlOver(query: (config: pg.QueryConfig) => Promise<pg.QueryResult>): Sql {
  const run = (text: string | TemplateStringsArray, given: unknown[]) => query(configOf(text, given))
  const one = async <Row>(text: string | TemplateStringsArray, ...given: unknown[]) => {
    const { rows } = await run(text, given)
    if (rows.length !== 1) throw new Error(`A statement that has one row had ${rows.length}`)
    return rows[0] as Row
  }
  return {
    rows: async <Row>(text: string | TemplateStringsArray, ...given: unknown[]) =>
      (await run(text, given)).rows as Row[],
    row: async <Row>(text: string | TemplateStringsArray, ...given: unknown[]) =>
      (await run(text, given)).rows[0] as Row | undefined,
    one,
    value: async <Value>(text: string | TemplateStringsArray, ...given: unknown[]) =>
      valueIn<Value>(await one<object>(text, ...given)),
    column: async <Value>(text: string | TemplateStringsArray, ...given: unknown[]) =>
      (await run(text, given)).rows.map((row) => valueIn<Value>(row)),
    run: async (text: string | TemplateStringsArray, ...given: unknown[]) =>
      (await run(text, given)).rowCount ?? 0,
  }
}

const valueIn = <Value>(row: object) => Object.values(row)[0] as Value

function configOf(text: string | TemplateStringsArray, given: unknown[]): pg.QueryConfig {
  if (typeof text !== 'string') return { text: numbered(text), values: given }
  const [values = [], name] = given as [unknown[]?, string?]
  return { text, values, name }
}

/** The text with $1, $2 … where its values stand. */
const numbered = (text: TemplateStringsArray) =>
  text.reduce((sql, part, i) => `${sql}${i > 0 ? `$${i}` : ''}${part}`, '')
