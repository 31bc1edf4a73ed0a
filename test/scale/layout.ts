import { readFile } from 'node:fs/promises'

/** Where docs/scale.md puts each table. */
export interface Layout {
  /** Spread by seller_id, all alike. */
  distributed: string[]
  /** Whole on every node. */
  reference: string[]
  /** On the coordinator alone. */
  local: string[]
  /** Triggers that its statements drop first, as `table.trigger`. */
  dropped: string[]
}

/** Reads the statements and the table of docs/scale.md. */
export async function readLayout(): Promise<Layout> {
  const text = await readFile(new URL('../../docs/scale.md', import.meta.url), 'utf8')
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name as string)
  const [, stays = ''] = text.match(/\n## Tables that stay on the coordinator\n([\s\S]*?)\n## /) ?? []
  const rows = [...stays.matchAll(/^\| (`.*?) \|/gm)].map(([, names = '']) => names)
  return {
    distributed: all(/create_distributed_table\('(\w+)', 'seller_id'/g),
    reference: all(/create_reference_table\('(\w+)'\)/g),
    local: rows.flatMap((names) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name as string)),
    dropped: [...text.matchAll(/drop trigger (\w+) on (\w+)/g)].map(([, name, table]) => `${table}.${name}`),
  }
}
