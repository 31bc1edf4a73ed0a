/** A process of the service, at rest: prints which packages it has loaded, and ends. */
import { createRequire } from 'node:module'
import { buildApp } from '../../src/app.ts'
import { readEnv } from '../../src/env.ts'

const app = await buildApp(readEnv())
await app.listen({ port: 0 })
await app.inject('/api/health/ready')
const files = Object.keys(createRequire(import.meta.url).cache)
const packages = files.map((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1])
console.log([...new Set(packages)].join(' '))
await app.close()
