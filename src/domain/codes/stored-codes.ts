import type { Sql } from '../../platform/database/database.ts'
import { plainCode } from '../../platform/schemas/codes.ts'

/** What has a code of its own. */
export type Coded = 'seller' | 'campaign' | 'warehouse'

/** Where the codes of each kind are. */
export const CODES: Record<Coded, { table: string; column: string; path: string }> = {
  seller: { table: 'sellers', column: 'seller_code', path: '/api/sellers' },
  campaign: { table: 'campaigns', column: 'campaign_code', path: '/api/campaigns' },
  warehouse: { table: 'warehouses', column: 'code', path: '/api/warehouses' },
}

/**
 * Those of these texts that are stored as codes just as they are. Codes of before the rule keep how they are written,
 * and whoever writes them so means them.
 */
export async function storedAmong(db: Sql, kind: Coded, texts: string[]): Promise<Set<string>> {
  if (texts.length === 0) return new Set()
  const { table, column } = CODES[kind]
  const rows = await db.rows<{ code: string }>(
    `select ${column} as code from ${table} where ${column} = any($1::text[])`,
    [texts],
  )
  return new Set(rows.map(({ code }) => code))
}

/** One sentence for each kind of which stored codes are the same under the rule. Nothing is changed. */
export async function collisions(db: Sql): Promise<string[]> {
  const sentences = await Promise.all((Object.keys(CODES) as Coded[]).map((kind) => collisionsOf(db, kind)))
  return sentences.flatMap((sentence) => sentence ?? [])
}

/** So many groups are named. */
const MOST_SAID = 5

async function collisionsOf(db: Sql, kind: Coded) {
  const { table, column, path } = CODES[kind]
  const odd = await db.rows<{ code: string }>(
    `select ${column} as code from ${table} where ${column} collate "C" !~ '^[!-~]+( [!-~]+)*$' order by 1`,
  )
  const groups = Map.groupBy(
    odd.map(({ code }) => code),
    plainCode,
  )
  const plain = await storedAmong(db, kind, [...groups.keys()])
  const same = [...groups].flatMap(([code, codes]) => {
    const all = [...new Set(plain.has(code) ? [code, ...codes] : codes)]
    return all.length > 1 ? [all.map(shown).join(' and ')] : []
  })
  if (same.length === 0) return undefined
  const more = same.length > MOST_SAID ? `, and ${same.length - MOST_SAID} more` : ''
  return `${same.length === 1 ? 'codes' : 'groups of codes'} of ${table} differ only by what nobody sees: ${same.slice(0, MOST_SAID).join('; ')}${more}; rename all but one by PATCH ${path}/{id}`
}

/** With the number of every character that may not be seen as what it is. */
const shown = (code: string) =>
  JSON.stringify(code).replace(
    /[^!-~ ]/gu,
    (char) => `\\u{${(char.codePointAt(0) as number).toString(16).toUpperCase()}}`,
  )
