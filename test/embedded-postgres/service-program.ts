/**
 * Takes options as JSON, prints the connection string of the embedded server, and stops it when its input ends.
 * A start that fails prints its sentence and exits with status 1.
 */
import { once } from 'node:events'
import { startEmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.ts'

const log = { info: () => {}, warn: () => {} }
const options = { database: 'sos', log, settings: { fsync: 'off' }, ...JSON.parse(process.argv[2] as string) }

const server = await startEmbeddedPostgres(options).catch((error) => {
  console.error(`${error.name}: ${error.message}`)
  process.exit(1)
})
console.log(server.connectionString)
await once(process.stdin.resume(), 'end')
await server.stop()
