/** What a form holds: a text for each field. An empty one is nothing. */
export type Written = Record<string, string>

/** A field of a record, as far as its value goes. */
export interface FieldKind {
  name: string
  /** Ids are numbers. */
  isNumber?: boolean
  /** Several values, with commas between. */
  isList?: boolean
}

/** A record as a form shows it; what is null is empty. */
export const writtenOf = (fields: readonly FieldKind[], record: object = {}): Written =>
  Object.fromEntries(fields.map(({ name }) => [name, textOf((record as Record<string, unknown>)[name])]))

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** What differs from `before`, as the service takes it: numbers as numbers, emptied fields as null or []. */
export function changesOf(
  fields: readonly FieldKind[],
  written: Written,
  before: Written,
): Record<string, string | number | string[] | null> {
  return Object.fromEntries(
    fields
      .filter(({ name }) => written[name] !== before[name])
      .map(({ name, isNumber, isList }) => {
        const text = (written[name] ?? '').trim()
        if (isList) return [name, valuesOf(text)]
        return [name, text === '' ? null : isNumber ? Number(text) : text]
      }),
  )
}

/** The values of a list. */
export const valuesOf = (text: string) => text.split(',').filter((value) => value !== '')

/** After somebody else has saved: what was typed here stands, the rest is as it is saved now. */
export const mergedOf = (mine: Written, base: Written, theirs: Written): Written =>
  Object.fromEntries(
    Object.keys(mine).map((name) => [name, (mine[name] === base[name] ? theirs[name] : mine[name]) ?? '']),
  )

/** The fields in which the two versions differ, or that the other one has changed. */
export const differingOf = (mine: Written, base: Written, theirs: Written): string[] =>
  Object.keys(mine).filter((name) => mine[name] !== theirs[name] || theirs[name] !== base[name])
