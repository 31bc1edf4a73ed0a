/** How pg says what went wrong, and the two ways in which Prisma carries it. */
interface Carried {
  code?: string
  cause?: { originalCode?: string }
  meta?: { driverAdapterError?: { cause?: { originalCode?: string } } }
}

/** The five characters by which PostgreSQL names an error, whichever library carries it. */
export function sqlState(error: unknown): string | undefined {
  const { code, cause, meta } = (error ?? {}) as Carried
  const state = meta?.driverAdapterError?.cause?.originalCode ?? cause?.originalCode ?? code
  return state && /^[0-9A-Z]{5}$/.test(state) && !/^P[12]/.test(state) ? state : undefined
}
