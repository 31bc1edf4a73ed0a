/** The text of what was sent. An object or a list has none: it may not even be made one, as `{"toString": 1}`. */
export const textOf = (value: unknown): string => (typeof value === 'object' ? '' : String(value ?? ''))

/** The number of what was sent; NaN where it is none. */
export const numberOf = (value: unknown): number => (typeof value === 'object' ? Number.NaN : Number(value))
