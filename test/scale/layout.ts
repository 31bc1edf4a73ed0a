import { readFile } from 'node:fs/promises'

/** Where docs/scale.md and deploy/citus.sql put each table. */
export interface Layout {
  /** Spread by seller_id, all alike. */
  distributed: string[]
  /** Whole on every node. */
  reference: string[]
  /** On the coordinator alone. */
  local: string[]
  /** The statements that spread the tables. */
  statements: string
}

/** Reads the statements of deploy/citus.sql and the table of docs/scale.md. */
export async function readLayout(): Promise<Layout> {
  const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8')
  const [text, statements] = await Promise.all([read('docs/scale.md'), read('deploy/citus.sql')])
  const all = (pattern: RegExp) => [...statements.matchAll(pattern)].map(([, name]) => name as string)
  const [, stays = ''] = text.match(/\n## Tables that stay on the coordinator\n([\s\S]*?)\n## /) ?? []
  const rows = [...stays.matchAll(/^\| (`.*?) \|/gm)].map(([, names = '']) => names)
  return {
    distributed: all(/create_distributed_table\('(\w+)', 'seller_id'/g),
    reference: all(/create_reference_table\('(\w+)'\)/g),
    local: rows.flatMap((names) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name as string)),
    statements,
  }
}
