/** tap runs this after the test files: the server ends, unless another run uses it. */
import { rmdir } from 'node:fs/promises'
import { dataDir, openTestServer } from './cluster.ts'

const { stop } = await openTestServer()
await stop()
await rmdir(dataDir).catch(() => {}) // not empty while another run uses it
