import pg from 'pg'

const { builtins } = pg.types
const iso = (text: string) => new Date(text).toISOString()
const plain: Record<number, (text: string) => unknown> = {
  [builtins.DATE]: (text) => text,
  [builtins.TIMESTAMPTZ]: iso,
  [builtins.NUMERIC]: Number,
  [builtins.INT8]: Number,
}

/** How columns are read: a date is `YYYY-MM-DD`, a timestamp ISO 8601 UTC, numeric and bigint a number. */
export const plainValues = (oid: number, format?: 'text' | 'binary') =>
  (format !== 'binary' && plain[oid]) || pg.types.getTypeParser(oid, format as 'text')
