/** How often a transaction is begun before its failure is the caller's. */
const TRIES = 4

const DEADLOCK_OR_SERIALIZATION = /\b(40P01|40001)\b|P2034/

/** Whether a transaction failed only because it met another one. */
function isConflict(error: unknown) {
  const { code, meta, message } = error as { code?: string; meta?: unknown; message?: string }
  return DEADLOCK_OR_SERIALIZATION.test(`${code} ${JSON.stringify(meta ?? null)} ${message}`)
}

/** Begins a transaction again when it met another one: PostgreSQL has undone all of it. */
export async function againAfterConflict<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction()
    } catch (error) {
      if (tries === TRIES || !isConflict(error)) throw error
    }
  }
}
