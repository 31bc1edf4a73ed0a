/** How long a transaction of a push may take. */
export const TIMEOUT = { timeout: 600_000 }
