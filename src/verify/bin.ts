#!/usr/bin/env node
import { readOptions, USAGE, UsageError } from './options.ts'
import { run } from './run.ts'

try {
  const options = readOptions(process.argv.slice(2))
  if (options === 'help') console.log(USAGE)
  else process.exitCode = await run(options, (line) => console.log(line))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`${error.message}\n\n${USAGE}`)
  process.exitCode = 2
}
