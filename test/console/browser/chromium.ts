import { type Browser, chromium } from 'playwright-core'
import root from 'tap'
import { findProgram, missing } from '../../setup/programs.ts'

const problem = missing('chromium')
if (problem) throw new Error(`${problem}: install it, or name yours in CHROMIUM_PATH`)

let browser: Promise<Browser> | undefined

/** The one browser of the process, which shows the pages as they are now. */
export function openBrowser(): Promise<Browser> {
  browser ??= start()
  return browser
}

async function start() {
  // A container lets no process make the sandbox; what is shown is the console alone.
  const started = await chromium.launch({
    executablePath: findProgram('chromium') as string,
    args: ['--no-sandbox'],
  })
  root.teardown(() => started.close())
  return started
}
