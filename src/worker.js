import { runOnNode } from './platform/process/run-on-node.js'

await runOnNode(() => import('./run-worker.ts'))
