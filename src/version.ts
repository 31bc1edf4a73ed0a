import { createRequire } from 'node:module'

/** The one version number of the service. */
export const { version: VERSION } = createRequire(import.meta.url)('../package.json') as { version: string }
