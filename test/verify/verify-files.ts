import { readOptions } from '../../src/verify/options.ts'
import { run } from '../../src/verify/run.ts'

/** What the command says of these arguments, and its exit status. */
export async function verifyFiles(...args: string[]) {
  const lines: string[] = []
  const options = readOptions(args)
  if (options === 'help') throw new Error('help')
  return { status: await run(options, (line) => lines.push(line)), lines }
}
