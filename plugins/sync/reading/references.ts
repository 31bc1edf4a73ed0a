import type { TSchema } from '@sinclair/typebox'
import { idOrCode, lookUp, namesBoth } from '../../../src/domain/id-or-code.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { branchesOf } from './forms.ts'

export type Referenced = 'seller' | 'campaign' | 'warehouse'

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
 * What a value names, in the way in which records keep it: sellers and campaigns by their codes, warehouses by their
 * ids; undefined where it must be looked up. Under a name that takes ids, such as seller_id, digits may be the id of a
 * seller or campaign or its code, and are the id of a warehouse.
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
export async function resolve(tx: Sql, references: Reference[]): Promise<Map<object, [string, ...string[]]>> {
  const problems = new Map<object, [string, ...string[]]>()
  for (const [kind, find] of Object.entries(FIND) as [Referenced, Find][]) {
    const own = references.filter((reference) => reference.kind === kind)
    if (own.length === 0) continue
    const rows = await find(
      tx,
      own.map(({ value }) => value),
    )
    const byCode = new Map(rows.map((row) => [row.code, row]))
    const byId = new Map(kind === 'warehouse' ? [] : rows.map((row) => [String(row.id), row]))
    for (const { record, field, name, value } of own) {
      const found = [...new Set([byCode.get(value), byId.get(value)])].filter((row) => row !== undefined)
      const problem = settle(record, { kind, field, name, value }, found)
      if (problem) problems.set(record, [...(problems.get(record) ?? []), problem] as [string, ...string[]])
    }
  }
  return problems
}

/** Writes what was found into the record, or says what is wrong. Of two the one counts that `field` names as well. */
function settle(
  record: Reference['record'],
  { kind, field, name, value }: Omit<Reference, 'record'>,
  found: Row[],
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

interface Row {
  id: number
  code: string
}

/** Finds what may be meant by these texts. */
type Find = (tx: Sql, names: string[]) => Promise<Row[]>

const idsAmong = (names: string[]) => names.map((name) => lookUp(name)[1])

const FIND: Record<Referenced, Find> = {
  seller: (tx, names) => tx.rows`
    select id, seller_code as code from sellers
    where id = any(${idsAmong(names)}::int[]) or seller_code = any(${names}::text[])`,
  campaign: (tx, names) => tx.rows`
    select id, campaign_code as code from campaigns
    where id = any(${idsAmong(names)}::int[]) or campaign_code = any(${names}::text[])`,
  warehouse: (tx, names) => tx.rows`select id, code from warehouses where code = any(${names}::text[])`,
}
