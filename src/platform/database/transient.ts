/** How often a transaction is begun before its failure is the caller's. */
export const TRANSACTION_TRIES = 4

const DEADLOCK_OR_SERIALIZATION = /\b(40P01|40001)\b|P2034/

/** Whether a transaction failed only because it met another one. */
export function isTransient(error: unknown) {
  const { code, meta, message } = error as { code?: string; meta?: unknown; message?: string }
  return DEADLOCK_OR_SERIALIZATION.test(`${code} ${JSON.stringify(meta ?? null)} ${message}`)
}
