import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import root from 'tap'
import { buildConsole } from './build.ts'

const PATH = process.env.CHROMIUM_PATH || '/usr/bin/chromium'

const MISSING = `${PATH} is missing: install Chromium (on Debian and Ubuntu: apt-get install chromium), or name yours in CHROMIUM_PATH`

// Whoever imports this runs pages: without a browser the whole file is skipped, but never where every test must run.
if (!existsSync(PATH)) {
  if (process.env.CI) throw new Error(MISSING)
  root.plan(0, MISSING)
  process.exit()
}

let browser: Promise<Browser> | undefined

/** The one browser of the process, which shows the pages as they are now. */
export function openBrowser(): Promise<Browser> {
  browser ??= start()
  return browser
}

async function start() {
  await buildConsole()
  // A container lets no process make the sandbox; what is shown is the console alone.
  const started = await chromium.launch({ executablePath: PATH, args: ['--no-sandbox'] })
  root.teardown(() => started.close())
  return started
}
