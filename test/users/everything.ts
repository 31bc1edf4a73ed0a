import type { App } from '../../src/app.ts'

/**
 * Every table of the service as text in lower case, but for the queue. Keys are random letters: a name that is looked for
 * has seven or more.
 */
export async function everything({ db }: App): Promise<Map<string, string>> {
  const tables = await db.rows<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like '\\_prisma%'`,
  )
  const found = new Map<string, string>()
  for (const { name } of tables) {
    const { text } = await db.one<{ text: string }>(
      `select coalesce(string_agg(r::text, ' '), '') as text from "${name}" r`,
    )
    found.set(name, text.toLowerCase())
  }
  return found
}
