import { idOrCode } from '../../../src/domain/id-or-code.ts'
import type { Sql } from '../../../src/platform/database/database.ts'

export type Referenced = 'seller' | 'campaign' | 'warehouse'

/** A field of a record that names something in another way than it is stored, and must be looked up. */
export interface Reference {
  record: Record<string, unknown>
  field: string
  /** The name under which it was sent. */
  name: string
  kind: Referenced
  by: 'id' | 'code'
  value: string | number
}

/** Sellers and campaigns are kept by their codes in records, warehouses by their numbers. */
const KEPT_AS: Record<Referenced, 'id' | 'code'> = { seller: 'code', campaign: 'code', warehouse: 'id' }

/**
 * What a value names, in the way in which records keep it; or how it must be looked up. Under a name that takes ids
 * digits are an id, anything else is a code.
 */
export function nameOrReference(kind: Referenced, takesId: boolean, value: string | number) {
  const named = takesId ? idOrCode(String(value)) : { code: String(value) }
  const by = 'id' in named ? 'id' : 'code'
  const found = 'id' in named ? named.id : named.code
  return by === KEPT_AS[kind] ? { kept: found } : { lookUp: { by, value: found } as const }
}

/**
 * Looks references up and writes what they name into their records. Answers, for records with one that names nothing or
 * something else than another field of the record does, what is wrong.
 */
export async function resolve(tx: Sql, references: Reference[]): Promise<Map<object, string>> {
  const problems = new Map<object, string>()
  for (const [kind, find] of Object.entries(FIND)) {
    const own = references.filter((reference) => reference.kind === kind)
    if (own.length === 0) continue
    const rows = await find(tx, valuesOf(own, 'id'), valuesOf(own, 'code'))
    const byId = new Map(rows.map(({ id, code }) => [id, code]))
    const byCode = new Map(rows.map(({ id, code }) => [code, id]))
    for (const { record, field, name, by, value } of own) {
      const found = by === 'id' ? byId.get(value as number) : byCode.get(value as string)
      const other = record[field]
      if (found === undefined) problems.set(record, `${name} ${JSON.stringify(value)} names no ${kind}`)
      else if (other !== undefined && other !== found)
        problems.set(
          record,
          `${name} ${value} is the ${kind} ${found}, but ${field} is ${other}: send one of them`,
        )
      else record[field] = found
    }
  }
  return problems
}

const valuesOf = (references: Reference[], by: 'id' | 'code') =>
  references.filter((reference) => reference.by === by).map(({ value }) => value)

type Find = (tx: Sql, ids: unknown[], codes: unknown[]) => Promise<{ id: number; code: string }[]>

const FIND: Record<Referenced, Find> = {
  seller: (tx, ids, codes) => tx.rows`
    select id, seller_code as code from sellers
    where id = any(${ids}::int[]) or seller_code = any(${codes}::text[])`,
  campaign: (tx, ids, codes) => tx.rows`
    select id, campaign_code as code from campaigns
    where id = any(${ids}::int[]) or campaign_code = any(${codes}::text[])`,
  warehouse: (tx, ids, codes) => tx.rows`
    select id, code from warehouses where id = any(${ids}::int[]) or code = any(${codes}::text[])`,
}
