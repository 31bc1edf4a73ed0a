import { createHash } from 'node:crypto'

/** What the queue takes unquoted, and with which its own names still fit. */
const PLAIN = /^[a-z_][a-z0-9_]{0,40}$/

/** The schema of the queue beside a schema of the service's tables, so that two services may share a database. */
export function queueSchemaOf(schema: string | undefined): string {
  if (schema === undefined) return 'pgboss'
  const hashed = () => createHash('sha256').update(schema).digest('hex').slice(0, 16)
  return `pgboss_${PLAIN.test(schema) ? schema : hashed()}`
}
