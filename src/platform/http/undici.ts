import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** The package, loaded by the first request that this process makes to others: most never make one. */
export const undici = () => require('undici') as typeof import('undici')
