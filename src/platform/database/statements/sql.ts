import type pg from 'pg'

/**
 * A whole statement: a template whose values are parameters, or a text with $1, $2 … and its values. A `name` lets the
 * server keep the statement's plan, for reads that are asked for often.
 */
type Statement =
  | [text: TemplateStringsArray, ...values: unknown[]]
  | [text: string, values?: unknown[], name?: string]

/**
 * Where whole statements run: a transaction, or any connection. See session.ts for how columns are read. All throw
 * DatabaseUnavailable, a 503, when the database gives no answer within its bound (bounds.ts).
 */
export type Sql = ReturnType<typeof sqlOver>

/** Statements that become true together, or not at all. What must not stand alone asks for this. */
export interface Transaction extends Sql {
  readonly isTransaction: true
}

/** Statements over anything that runs one. Behind a pooler none gets a name, for the next one may find another session. */
export function sqlOver(query: (config: pg.QueryConfig) => Promise<pg.QueryResult>, isPooled = false) {
  const run = (statement: Statement) => query(configOf(statement, isPooled))
  /** The one row of a statement that always has one. */
  const one = async <Row>(...statement: Statement) => {
    const { rows } = await run(statement)
    if (rows.length !== 1) throw new Error(`A statement that has one row had ${rows.length}`)
    return rows[0] as Row
  }
  return {
    one,
    /** All rows of a statement. */
    rows: async <Row>(...statement: Statement) => (await run(statement)).rows as Row[],
    /** The first row, if there is one. */
    row: async <Row>(...statement: Statement) => (await run(statement)).rows[0] as Row | undefined,
    /** The value of a statement that always has one row, of one column. */
    value: async <Value>(...statement: Statement) => valueIn<Value>(await one<object>(...statement)),
    /** The values of a statement of one column. */
    column: async <Value>(...statement: Statement) =>
      (await run(statement)).rows.map((row) => valueIn<Value>(row)),
    /** Runs a statement and answers how many rows it wrote. */
    run: async (...statement: Statement) => (await run(statement)).rowCount ?? 0,
  }
}

const valueIn = <Value>(row: object) => Object.values(row)[0] as Value

function configOf([text, ...given]: Statement, isPooled: boolean): pg.QueryConfig {
  if (typeof text !== 'string') return { text: numbered(text), values: given }
  const [values = [], name] = given as [unknown[]?, string?]
  return { text, values, name: isPooled ? undefined : name }
}

/** The text with $1, $2 … where its values stand. */
const numbered = (text: TemplateStringsArray) =>
  text.reduce((sql, part, i) => `${sql}${i > 0 ? `$${i}` : ''}${part}`, '')
