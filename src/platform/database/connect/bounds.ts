/** How long what is done for a request may take at the most, in milliseconds. The server keeps these bounds too. */
export const BOUNDS = {
  /** Enforcement, the newest score, a seller, and who it is that asks. */
  quick: 2_000,
  /** Every other request. */
  request: 15_000,
  /** Pushes, exports, whole periods and jobs. */
  bulk: 600_000,
} as const

/** How long a statement of a request waits for a lock. */
export const LOCK_MS = 5_000

/** How long a statement of a job waits for a lock: longer than the server keeps the transaction of a frozen process. */
const JOB_LOCK_MS = 30_000

/** The bounds of a transaction that moves much for a request: a push, an export, a whole period. */
export const BULK_TRANSACTION = { timeout: BOUNDS.bulk }

/** The bounds of a job's transaction. */
export const JOB_TRANSACTION = { timeout: BOUNDS.bulk, lockTimeout: JOB_LOCK_MS }

/**
 * How long a transaction may lie idle. A process that freezes in the middle of one, or a network that fails, would
 * otherwise keep its locks for ever. Other workers take the work of a frozen one within 30 seconds.
 */
export const IDLE_MS = 10_000

/** How much later than the server we give an answer up: the server's own refusal says more and keeps the connection. */
export const GRACE_MS = 500
