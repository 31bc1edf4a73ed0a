/**
 * npm runs this after an install and before start, worker and test, with whatever Node it finds, so it is not
 * TypeScript and uses nothing newer than Node 12. An install with development packages brings a Node of its own, by
 * an install script; one without them runs on the machine's.
 */
const { existsSync } = require('node:fs')
const { join } = require('node:path')

/** The first release with argon2 in node:crypto. */
const NEEDED = [24, 7]

/** Whether a version of Node lacks what the service needs. */
function isOld(version) {
  const [major, minor] = version.split('.').map(Number)
  return major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])
}

/** What is missing, as a sentence that says what to do; undefined when nothing is. */
function problemOf({ version, root, isInstalling = false }) {
  const has = (path) => existsSync(join(root, path))
  const tooOld = isOld(version)
  const hasClient = isInstalling || has('src/platform/prisma/client.ts')
  if (tooOld && !has('node_modules/node'))
    return `This is Node ${version}, and an installation without development packages needs Node ${NEEDED.join('.')} or newer: install that, or run npm ci, which brings a Node of its own.`
  const missing = [
    ...(tooOld ? [`Node ${NEEDED.join('.')} or newer (this is ${version})`] : []),
    ...(hasClient ? [] : ['the generated database client']),
  ]
  if (missing.length > 0)
    return `Missing: ${missing.join(' and ')}. Install scripts make these: run npm ci --ignore-scripts=false.`
}

module.exports = { NEEDED, isOld, problemOf }

if (require.main === module) {
  const isInstalling = process.env.npm_lifecycle_event === 'postinstall'
  const problem = problemOf({ version: process.versions.node, root: join(__dirname, '..'), isInstalling })
  if (problem) {
    console.error(problem)
    process.exit(1)
  }
}
