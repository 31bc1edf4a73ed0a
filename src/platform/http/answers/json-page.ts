import { unmarked, withoutMarks } from '../../database/statements/json-text.ts'

const TEXT = Symbol('the JSON of an answer')

/** A page of a list. */
export interface PageOf<Row> {
  data: Row[]
  total: number
  page: number
  limit: number
}

/**
 * A page whose rows PostgreSQL has written as JSON (json-text.ts), with commas between them; null for none. It is
 * answered as that text. Whoever needs the rows themselves, such as CSV, has them read from it.
 */
export function jsonPage<Row>(
  { rows, total }: { rows: string | null; total: number },
  { page, limit }: { page: number; limit: number },
): PageOf<Row> {
  const list = `[${rows ?? ''}]`
  let data: Row[] | undefined
  const answer = {
    get data() {
      data ??= JSON.parse(withoutMarks(list)) as Row[]
      return data
    },
    total,
    page,
    limit,
  }
  return Object.defineProperty(answer, TEXT, {
    get: () => `{"data":${unmarked(list)},"total":${total},"page":${page},"limit":${limit}}`,
  })
}

/** The JSON of an answer that is made already. */
export const jsonOf = (answer: unknown) => (answer as { [TEXT]?: string } | null | undefined)?.[TEXT]
