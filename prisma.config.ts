import { defineConfig } from 'prisma/config'

/** What Prisma's own commands need to know; the service itself reads DATABASE_URL in src/env.ts. */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_DIRECT_URL ?? process.env.DATABASE_URL ?? '' },
})
