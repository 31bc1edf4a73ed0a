import { explained } from './platform/database/connect/explain-start.ts'
import { StartupError } from './platform/process/startup-error.ts'
import { SETTINGS } from './settings.ts'

/** Says why a process or a command ends: one sentence where an operator can do something, else the error itself. */
export function sayFailure(error: unknown) {
  const { DATABASE_URL, DATA_DIR } = process.env
  const said = explained(error, { DATABASE_URL, DATA_DIR: DATA_DIR || SETTINGS.properties.DATA_DIR.default })
  console.error(said instanceof StartupError ? said.message : said)
}

/** Does the work of a command; where it fails, the command says why and ends with status 1. */
export async function runCommand(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    sayFailure(error)
    process.exitCode = 1
  }
}
