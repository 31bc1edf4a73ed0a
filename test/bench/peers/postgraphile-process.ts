/** The process behind postgraphile.ts: the folder of the installation and the database are its arguments. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

console.warn = () => {} // it prints at length each type that it does not know

const [, , folder = '', connectionString = ''] = process.argv
const require = createRequire(join(folder, 'package.json'))
const { postgraphile } = require('postgraphile')
const { PostGraphileAmberPreset } = require('postgraphile/presets/amber')
const { makePgService } = require('postgraphile/adaptors/pg')
const { grafserv } = require('postgraphile/grafserv/node')

const service = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString, schemas: ['public'], poolConfig: { max: 12 } })],
  grafserv: { graphqlOverGET: true, watch: false, graphiql: false },
  grafast: { explain: false },
}).createServ(grafserv)
const server = createServer()
await service.addTo(server)
await once(server.listen(0, '127.0.0.1'), 'listening')
process.send?.((server.address() as AddressInfo).port)
