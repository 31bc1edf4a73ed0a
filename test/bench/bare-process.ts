/** The process behind bare.ts: the route, the database and the pool's size are its arguments. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

const [, , route = '', connectionString, connections] = process.argv
const { default: listenerOf } = (await import(route)) as { default: (pool: pg.Pool) => RequestListener }
const server = createServer(listenerOf(new pg.Pool({ connectionString, max: Number(connections) })))
await once(server.listen(0, '127.0.0.1'), 'listening')
process.send?.((server.address() as AddressInfo).port)
