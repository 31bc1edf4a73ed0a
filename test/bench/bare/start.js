/** The least that a server on PostgreSQL does before it serves: it connects, and listens. */
import { createServer } from 'node:http'
import pg from 'pg'

const { DATABASE_URL: connectionString, PORT } = process.env
const client = new pg.Client({ connectionString })
await client.connect()
createServer((_request, response) => response.end('{}')).listen(Number(PORT), '127.0.0.1')
