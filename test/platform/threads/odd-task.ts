import { threadId } from 'node:worker_threads'

export type Odd =
  | 'add'
  | 'forever'
  | 'stuck'
  | 'exit'
  | 'throw'
  | 'later'
  | 'memory'
  | 'unsendable'
  | 'secrets'

/** What tasks do and should not do. */
export default function oddTask({ does, numbers = [] }: { does: Odd; numbers?: number[] }): unknown {
  if (does === 'add') return { sum: numbers.reduce((sum, one) => sum + one, 0), threadId }
  if (does === 'exit') return process.exit(3)
  if (does === 'throw') throw new Error('this task is wrong')
  if (does === 'later') return new Promise(() => setImmediate(() => fail()))
  if (does === 'unsendable') return { answer: () => 1 }
  if (does === 'secrets') return Object.keys(process.env)
  if (does === 'stuck') return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  const kept: number[][] = []
  for (;;) if (does === 'memory') kept.push(new Array(1000).fill(1))
}

function fail() {
  throw new Error('this comes when nobody listens')
}
