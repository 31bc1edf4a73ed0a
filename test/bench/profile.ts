/**
 * node test/bench/profile.ts FILE…: whose time a CPU profile is, in percent of the time that the process worked.
 * `BENCH_PROFILE=folder npm run bench -- NAME` writes the profiles of the services of a scenario into the folder.
 */
import { readFile } from 'node:fs/promises'

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[]
  samples: number[]
  /** µs */
  timeDeltas: number[]
}

/** Waiting, and what a process does once, when it starts. */
const NOT_WORK = /^\(idle\)$|^\(root\)$|node:internal\/(modules|bootstrap|main)|ModuleWrap/
const SYSTEM_CALLS = /^(writev|writeBuffer|writeUtf8String|writeLatin1String|writeString|shutdown|readStart)$/

/** The owner of a frame: a package, a folder of ours, a part of Node, or what the engine does. */
function ownerOf({ functionName, url }: Profile['nodes'][number]['callFrame']): string {
  const [, packaged] = url.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/) ?? []
  if (packaged) return packaged
  const [, ours] = url.match(/\/((?:src\/(?:platform|domain)|plugins)\/[^/]+|src\/scoring)\//) ?? []
  if (ours) return ours
  if (url.startsWith('node:')) return 'node'
  if (SYSTEM_CALLS.test(functionName)) return 'system calls that write'
  if (url.startsWith('wasm:')) return 'wasm'
  return functionName.startsWith('(') ? functionName : 'node'
}

for (const file of process.argv.slice(2)) {
  const { nodes, samples, timeDeltas } = JSON.parse(await readFile(file, 'utf8')) as Profile
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const owned = new Map<string, number>()
  let idle = 0
  samples.forEach((id, index) => {
    const frame = frames.get(id)
    const micros = timeDeltas[index] ?? 0
    if (!frame || NOT_WORK.test(frame.url || frame.functionName)) {
      if (frame?.functionName === '(idle)') idle += micros
      return
    }
    const owner = ownerOf(frame)
    owned.set(owner, (owned.get(owner) ?? 0) + micros)
  })
  const work = [...owned.values()].reduce((sum, micros) => sum + micros, 0)
  console.log(`${file}: ${Math.round(work / 1000)} ms of work, ${Math.round(idle / 1000)} ms of waiting`)
  for (const [owner, micros] of [...owned].sort(([, one], [, other]) => other - one).slice(0, 16))
    console.log(`${((100 * micros) / work).toFixed(1).padStart(6)} %  ${owner}`)
}
