import type { TSchema } from '@sinclair/typebox'
import { idOrCode, lookUp, type Named, namesBoth } from '../../../src/domain/id-or-code.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { branchesOf } from './forms.ts'
import type { Wrong } from './record-check.ts'

/** What can be named, and the column of its code. */
const CODES = { seller: 'seller_code', campaign: 'campaign_code', warehouse: 'code' }
export type Referenced = keyof typeof CODES

/** What the values of a field name; undefined when they are values of their own. */
export const referencedBy = (schema: TSchema): Referenced | undefined =>
  [schema, ...branchesOf(schema)].find((branch) => 'x-names' in branch)?.['x-names']

/** A field of a record that names something in another way than it is stored, and must be looked up. */
export interface Reference {
  record: Record<string, unknown>
  field: string
  /** The name under which it was sent. */
  name: string
  kind: Referenced
  value: string
}

/**
 * What a value names, as records keep it: sellers and campaigns by their codes, warehouses by their ids; undefined where it
 * must be looked up. Under a name that takes ids digits may be the id or the code of a seller or campaign.
 */
export function keptName(kind: Referenced, takesId: boolean, value: string | number) {
  const name = String(value)
  if (kind !== 'warehouse') return takesId && lookUp(name)[1] > 0 ? undefined : name
  const named = takesId ? idOrCode(name) : { code: name }
  return 'id' in named ? named.id : undefined
}

/**
 * Looks references up and writes what they name into their records. Answers, for records with one that names nothing,
 * two things or something else than another field of the record does, what is wrong.
 */
export async function resolve(tx: Sql, references: Reference[]): Promise<Map<object, Wrong[]>> {
  const problems = new Map<object, Wrong[]>()
  for (const [kind, code] of Object.entries(CODES) as [Referenced, string][]) {
    const own = references.filter((reference) => reference.kind === kind)
    if (own.length === 0) continue
    const names = own.map(({ value }) => value)
    const ids = kind === 'warehouse' ? [] : names.map((name) => lookUp(name)[1])
    const rows = await tx.rows<Named>(
      `select id, ${code} as code from ${kind}s where id = any($1::int[]) or ${code} = any($2::text[])`,
      [ids, names],
    )
    const byCode = new Map(rows.map((row) => [row.code, row]))
    const byId = new Map(rows.map((row) => [String(row.id), row]))
    for (const { record, field, name, value } of own) {
      const named = [byCode.get(value), kind === 'warehouse' ? undefined : byId.get(value)]
      const found = [...new Set(named)].filter((row) => row !== undefined)
      const error = settle(record, { kind, field, name, value }, found)
      if (error) problems.set(record, [...(problems.get(record) ?? []), { field, error }])
    }
  }
  return problems
}

/** Writes what was found into the record, or says what is wrong. Of two the one counts that `field` names as well. */
function settle(
  record: Reference['record'],
  { kind, field, name, value }: Omit<Reference, 'record'>,
  found: Named[],
): string | undefined {
  const shown = /^\d+$/.test(value) ? value : JSON.stringify(value)
  const kept = found.map(({ id, code }) => (kind === 'warehouse' ? id : code))
  const [one, other] = kept
  const given = record[field] as string | number | undefined
  if (one === undefined) return `${name} ${shown} names no ${kind}`
  if (given !== undefined && !kept.includes(given))
    return `${name} ${value} is the ${kind} ${one}, but ${field} is ${given}: send one of them`
  if (kind !== 'warehouse' && other !== undefined && given === undefined)
    return `${name} ${namesBoth(kind, value, found)}: send ${field}`
  record[field] = given ?? one
  return undefined
}
