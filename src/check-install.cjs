/**
 * npm runs this before start, worker and test, with whatever Node it finds, so it is not TypeScript.
 * Without the packages' install scripts there is no Node 24 in node_modules and no database client in src.
 */
const { existsSync } = require('node:fs')
const { join } = require('node:path')

const major = Number(process.versions.node.split('.')[0])
const missing = [
  ...(major >= 24 ? [] : [`Node 24 (this is ${process.version})`]),
  ...(existsSync(join(__dirname, 'platform/prisma/client.ts')) ? [] : ['the generated database client']),
]
if (missing.length > 0) {
  console.error(
    `Missing: ${missing.join(' and ')}. Install scripts make these: run npm ci --ignore-scripts=false.`,
  )
  process.exit(1)
}
