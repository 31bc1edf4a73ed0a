/** Seeds a small demo as a process of its own, which a test can kill. argv: the day it is dated from, sellers. */
import { seedDemo } from '../../prisma/seed/seed-demo.ts'
import { buildApp } from '../../src/app.ts'
import { readEnv } from '../../src/env.ts'

const [today, sellers] = process.argv.slice(2)
const app = await buildApp(readEnv())
await seedDemo(app, { today, sellers: Number(sellers), say: console.log })
await app.close()
