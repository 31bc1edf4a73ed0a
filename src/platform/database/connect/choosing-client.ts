import type pg from 'pg'
import type { Host } from './database-url.ts'

/** Clients of this kind, which connect as `connecting` says: it calls `connect` when the client is aimed at a host. */
export function choosingClient<Client extends typeof pg.Client>(
  Base: Client,
  connecting: (client: pg.Client, connect: () => Promise<unknown>) => Promise<unknown>,
): Client {
  class ChoosingClient extends (Base as typeof pg.Client) {
    override connect(): Promise<this>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<this> | undefined {
      const connected = connecting(this, () => super.connect()).then(() => this)
      if (!callback) return connected
      connected.then(() => callback(undefined as unknown as Error), callback)
      return undefined
    }
  }
  return ChoosingClient as unknown as Client
}

/** The client goes to this host of several, whatever its URL said. A host without a port has PostgreSQL's own. */
export function aim(client: pg.Client, { host, port = 5432 }: Host) {
  const { connectionParameters } = client as unknown as { connectionParameters: object }
  Object.assign(connectionParameters, { host, port })
  Object.assign(client, { host, port })
}

/** Whether its time to connect is over. */
export function isDestroyed(client: pg.Client) {
  return (client as unknown as { connection: { stream: { destroyed: boolean } } }).connection.stream.destroyed
}
