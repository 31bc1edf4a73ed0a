import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
}

type Query = (config: unknown, values?: unknown, ...rest: unknown[]) => unknown

/** Runs `work` and answers every statement that the connections of this process were given meanwhile, each text once. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<Statement[]> {
  const found = new Map<string, Statement>()
  const client = pg.Client.prototype as unknown as { query: Query }
  const query = client.query
  client.query = function (config, values, ...rest) {
    const asked = typeof config === 'string' ? { text: config, values } : (config as Partial<Statement>)
    const { text = '', values: given = values } = asked
    found.set(text, { text, values: Array.isArray(given) ? [...given] : [] })
    return query.call(this, config, values, ...rest)
  }
  try {
    await work()
  } finally {
    client.query = query
  }
  return [...found.values()]
}
