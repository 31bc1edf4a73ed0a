/**
 * What a page shows is in its address: Back restores it, a pasted link shows the same. A page says which parameters it
 * has, what each may be and what it is without one; parameters that make no sense are as if they were not there.
 */
export interface Parameter<T> {
  read(text: string): T | undefined
  write(value: T): string
  fallback: T
}
export type Parameters = Record<string, Parameter<never>>
export type Values<Schema> = { [Key in keyof Schema]: Schema[Key] extends Parameter<infer T> ? T : never }

/** Any text, at most 200 characters. */
export const text = (fallback = ''): Parameter<string> => ({
  read: (written) => (written.length <= 200 ? written : undefined),
  write: (value) => value,
  fallback,
})

/** A whole number from 1. */
export const number = <F extends number | undefined = undefined>(fallback?: F): Parameter<number | F> => ({
  read: (written) => (/^[1-9]\d{0,8}$/.test(written) ? Number(written) : undefined),
  write: String,
  fallback: fallback as F,
})

/** A share of a whole, 0 to 1. */
export const share = (fallback: number): Parameter<number> => ({
  read: (written) => (/^(0(\.\d{1,4})?|1)$/.test(written) ? Number(written) : undefined),
  write: String,
  fallback,
})

/** The words of a table, in its order. */
export const keysOf = <Word extends string>(table: Record<Word, unknown>) => Object.keys(table) as Word[]

/** One of some words. */
export const oneOf = <const Word extends string, F extends Word | ''>(
  words: readonly Word[],
  fallback: F,
): Parameter<Word | F> => ({
  read: (written) => words.find((word) => word === written),
  write: (value) => value,
  fallback,
})

/** A month, `2026-10`. */
export const period = (): Parameter<string> => ({
  read: (written) => (/^\d{4}-(0[1-9]|1[0-2])$/.test(written) ? written : undefined),
  write: (value) => value,
  fallback: '',
})

export function readState<Schema extends Record<string, Parameter<any>>>(
  schema: Schema,
  query: Record<string, string | undefined>,
): Values<Schema> {
  return Object.fromEntries(
    Object.entries(schema).map(([name, { read, fallback }]) => {
      const written = query[name]
      return [name, (written === undefined ? undefined : read(written)) ?? fallback]
    }),
  ) as Values<Schema>
}

/** The parameters that differ from what is so anyway. */
export function writeState<Schema extends Record<string, Parameter<any>>>(
  schema: Schema,
  values: Values<Schema>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, { write, fallback }]) => {
      const value = values[name as keyof Schema]
      return value === fallback || value === undefined ? [] : [[name, write(value)]]
    }),
  )
}
