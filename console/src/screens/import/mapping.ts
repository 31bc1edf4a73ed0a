/** What is used of a field of a feed. */
interface Named {
  name: string
  label: string
  other_names: string[]
}

/** The field that a column is read as; `as` where the column has another name of it. */
export type Target = { field: string; as?: string } | null

export const targetName = ({ field, as }: NonNullable<Target>) => as ?? field

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')

/** Which field each column is, by its name; the first of two that are the same one. */
export function suggest(columns: string[], fields: Named[]): Target[] {
  const taken = new Set<string>()
  return columns.map((column) => {
    const target = targetOf(column, fields)
    if (!target || taken.has(target.field)) return null
    taken.add(target.field)
    return target
  })
}

function targetOf(column: string, fields: Named[]): Target {
  for (const { name, label, other_names } of fields) {
    if ([name, label].some((one) => plain(one) === plain(column))) return { field: name }
    const as = other_names.find((one) => plain(one) === plain(column))
    if (as) return { field: name, as }
  }
  return null
}
