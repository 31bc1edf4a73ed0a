/** tap runs this after the test files: the server ends, unless another run uses it. */
import { openTestServer } from './cluster.ts'

const { stop } = await openTestServer()
await stop()
