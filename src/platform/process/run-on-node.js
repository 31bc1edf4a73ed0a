import * as modules from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import install from '../../check-install.cjs'

/** Beside the code: whoever may write here may write the code too, which is not so of a folder for temporary files. */
const BESIDE = fileURLToPath(new URL('../../../node_modules/.cache/seller-operating-score', import.meta.url))

/**
 * Loads a process of the service, after what it asks of Node.
 * - How much garbage may lie beside what is in use before it is collected, in percent. V8 alone lets the heap grow to
 *   four times what is in use on a large machine, which the service shares with its database.
 *   New objects have a bound of their own on the command line (--max-semi-space-size in package.json), for it is read
 *   before any code runs: 16 MB, where V8 alone takes up to 32 on a large machine.
 * - What was compiled is kept for the next start, which takes a third of the time then: in the CACHE_DIRECTORY that
 *   systemd gives, else beside the packages. Where neither can be written, every start compiles. It is written as soon
 *   as the process serves, for one that is killed would write nothing.
 *
 * The flags stand first, because V8 takes nothing from a cache that was made under others. This file is JavaScript,
 * as are those that call it: what strips types is not loaded when all else comes from the cache.
 * @param {() => Promise<unknown>} load imports the process, whose modules wait until it serves
 */
export async function runOnNode(load) {
  requireNode()
  setFlagsFromString('--heap-growing-percent=50')
  modules.enableCompileCache(process.env.CACHE_DIRECTORY || BESIDE)
  await load()
  modules.flushCompileCache()
}

/** Older ones, which a machine may have beside ours, can't read the service: it ends with a sentence, and status 1. */
function requireNode() {
  const { node } = process.versions
  if (!install.isOld(node)) return
  const needed = install.NEEDED.join('.')
  console.error(
    `This is Node ${node}, and the service needs ${needed} or newer: start it by npm start or npm run worker, or by node_modules/.bin/node.`,
  )
  process.exit(1)
}
