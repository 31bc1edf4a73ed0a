import { setUpNode } from './platform/process/set-up-node.js'

setUpNode()
await import('./run-worker.ts')
