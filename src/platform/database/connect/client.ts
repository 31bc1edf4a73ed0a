import type pg from 'pg'
import { destroy } from './checkout.ts'
import { readDatabaseUrl } from './database-url.ts'
import { WireClient } from './session.ts'

/** A connection of its own beside the pools, for what a session must hold for long: LISTEN, an advisory lock. */
export interface LoneClient {
  client: pg.Client
  /** Settled when the connection has ended, whoever ended it. Never fails. */
  ended: Promise<void>
  /** Ends the connection, and destroys it when the server doesn't answer. */
  end(): Promise<void>
}

const CONNECT_MS = 5_000
const END_MS = 1_000

/**
 * Opens a connection and listens to its errors for as long as it lives.
 * @throws what keeps it from connecting within five seconds
 */
export async function openClient(url: string, application_name: string): Promise<LoneClient> {
  const { connectionString } = readDatabaseUrl(url)
  const client = new WireClient({
    connectionString,
    application_name,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
  })
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve)
  })
  client.on('error', () => {}) // the end follows, and says all that anybody wants to know
  await client.connect()
  return {
    client,
    ended,
    async end() {
      const patience = setTimeout(() => destroy(client), END_MS)
      await client.end().catch(() => {})
      clearTimeout(patience)
    },
  }
}
