import pg from 'pg'

/** A connection to a database beside those of the service, ended with the test. */
export async function clientOf(
  t: { teardown(work: () => unknown): unknown },
  config: string | pg.ClientConfig,
) {
  const client = new pg.Client(config)
  client.on('error', () => {}) // one that is cut off says so to whoever asks next
  await client.connect()
  t.teardown(() => client.end())
  return client
}
