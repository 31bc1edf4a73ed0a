/** What is used of a field of a feed. */
interface Named {
  name: string
  label: string
  other_names: string[]
}

/** The field that a column is read as; `as` where the column has another name of it. */
export type Target = { field: string; as?: string; isGuess?: boolean } | null

export const targetName = ({ field, as }: NonNullable<Target>) => as ?? field

/** What record a row is of; one that lacks a part of the key is of none but itself. */
export function keysOf(key: string[], targets: Target[]) {
  const at = key.map((name) => targets.findIndex((one) => one?.field === name))
  return (row: readonly string[]) =>
    at.every((j) => row[j]?.trim()) ? at.map((j) => row[j]?.trim()).join('\0') : row
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')

/** Which field each column may be: by its name, else by a name that is a slip away from it. */
export function suggest(columns: string[], fields: Named[]): Target[] {
  const taken = new Set<string>()
  const take = (target: Target) => {
    if (!target || taken.has(target.field)) return null
    taken.add(target.field)
    return target
  }
  // A column is what it is called, else a code without that word: “Invoice” where no “Invoice code” is; else a slip.
  return [exactOf, codeOf, nearOf].reduce<Target[]>(
    (found, by) => columns.map((column, i) => found[i] ?? take(by(column, fields))),
    [],
  )
}

/** The fields that are needed and that no column is read as. */
export const missingOf = <F extends { name: string; required: boolean }>(fields: F[], targets: Target[]) =>
  fields.filter(({ name, required }) => required && !targets.some((target) => target?.field === name))

/** The feed that a file is most likely of: most of its columns are known, and fewest that are needed are not there. */
export function feedOf<T extends { fields: (Named & { required: boolean })[] }>(
  columns: string[],
  feeds: T[],
) {
  const fit = ({ fields }: T) => {
    const known = new Set(suggest(columns, fields).map((target) => target?.field))
    return fields.reduce((sum, { name, required }) => sum + (known.has(name) ? 1 : required ? -1 : 0), 0)
  }
  const best = feeds.toSorted((one, other) => fit(other) - fit(one))[0]
  return best && fit(best) > 0 ? best : undefined
}

function exactOf(column: string, fields: Named[]): Target {
  for (const { name, label, other_names } of fields) {
    if ([name, label].some((one) => plain(one) === plain(column))) return { field: name }
    const as = other_names.find((one) => plain(one) === plain(column))
    if (as) return { field: name, as }
  }
  return null
}

function codeOf(column: string, fields: Named[]): Target {
  const field = fields.find(({ name }) => plain(name) === `${plain(column)}code`)
  return field ? { field: field.name } : null
}

function nearOf(column: string, fields: Named[]): Target {
  const text = plain(column)
  if (text.length < 4) return null
  const near = fields
    .flatMap(({ name, label }) =>
      [name, label].map((one) => ({ field: name, far: distance(text, plain(one)) })),
    )
    .sort((one, other) => one.far - other.far)[0]
  return near && near.far <= 2 && near.far * 3 < text.length ? { field: near.field, isGuess: true } : null
}

/** How many letters are added, left out, changed or swapped between two words. */
function distance(a: string, b: string) {
  const far = [...a.split(''), ''].map((_, i) => [...b.split(''), ''].map((_, j) => i + j))
  const at = (i: number, j: number) => far[i]?.[j] ?? 0
  for (const [i, row] of far.entries())
    for (let j = 1; i > 0 && j < row.length; j += 1) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        swapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  return at(a.length, b.length)
}
