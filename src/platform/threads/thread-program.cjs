/**
 * What runs in a thread: loads tasks from the code that it is given, and does one after the other. It is given as a
 * text itself, so a thread needs no file to start.
 */
const { registerHooks } = require('node:module')
const { setPriority } = require('node:os')
const { parentPort, workerData } = require('node:worker_threads')

const { texts, packages, nice } = workerData

if (nice) setPriority(nice) // on Linux of this thread alone

registerHooks({
  resolve(specifier, context, next) {
    const url = packages.get(specifier) ?? URL.parse(specifier, context.parentURL)?.href
    return texts.has(url) ? { url, shortCircuit: true } : next(specifier, context)
  },
  load(url, context, next) {
    const source = texts.get(url)
    if (source === undefined) return next(url, context)
    return { source, format: url.endsWith('.ts') ? 'module-typescript' : 'module', shortCircuit: true }
  },
})

parentPort.on('message', async ({ file, input }) => {
  try {
    const { default: task } = await import(file)
    parentPort.postMessage({ output: await task(input) })
  } catch (error) {
    parentPort.postMessage({ error })
  }
})
