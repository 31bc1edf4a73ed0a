/**
 * Builds the console into dist/: after every install and by `npm run console`. Where its packages
 * are not installed (an install without development packages) nothing is built, which is no error.
 */
import { join } from 'node:path'
import { readCommand } from '../src/platform/process/command.ts'

readCommand({ name: 'npm run console', about: 'Builds the pages of the console into console/dist.' })

const began = performance.now()
const vite = await import('vite').catch(() => undefined)
if (!vite) console.log('The console is not built: vite, a development package, is not installed.')
else
  await vite
    .build({ configFile: join(import.meta.dirname, 'vite.config.ts'), logLevel: 'warn' })
    .then(() => console.log(`console: built in ${Math.round(performance.now() - began)} ms`), failed)

/** An install goes on: the API needs no console. */
function failed({ message }: Error) {
  console.error(message)
  if (process.env.npm_lifecycle_event !== 'postinstall') process.exitCode = 1
}
