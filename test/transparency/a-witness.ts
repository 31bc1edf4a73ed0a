import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fromBase64 } from '../../src/transparency/bytes.ts'
import type { Checkpoint } from '../../src/transparency/log/checkpoint.ts'
import { isSigned } from '../../src/transparency/log/ed25519.ts'
import { cosignatureBytes, cosignedMessage, formatNote, parseNote } from '../../src/transparency/log/note.ts'
import { openCheckpoint } from '../../src/transparency/log/signed-checkpoint.ts'
import {
  COSIGNATURE,
  formatVerifierKey,
  type VerifierKey,
  verifierKey,
} from '../../src/transparency/log/verifier-key.ts'
import { verifyConsistency } from '../../src/transparency/log/verify-proofs.ts'
import { aSigner } from './a-log.ts'

/** What a witness is asked to sign. */
export type Submitted = { old: number; proof: Uint8Array[]; note: string }
export type Answer = (submitted: Submitted, response: ServerResponse) => unknown

/** A server that answers add-checkpoint, at a port of its own, until the test ends. */
export async function aServer(t: { teardown(fn: () => unknown): void }, name: string, answer: Answer) {
  const server = createServer(async (request, response) => {
    response.on('error', () => {})
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (request.method !== 'POST' || request.url !== '/w/add-checkpoint') return response.writeHead(405).end()
    return answer(parse(Buffer.concat(parts).toString()), response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const key = verifierKey(name, aSigner(name).key.public_key, COSIGNATURE)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/w`
  return { url, key, setting: `${url} ${formatVerifierKey(key)}` }
}

/**
 * A witness as c2sp.org/tlog-witness has it, of one log. `state.seen` is the head that it has signed last, `asked` the
 * sizes from which it was asked.
 */
export async function honestWitness(
  t: { teardown(fn: () => unknown): void },
  name: string,
  logKeys: () => VerifierKey[],
) {
  const state: { seen: Checkpoint | null; asked: number[] } = { seen: null, asked: [] }
  const server = await aServer(t, name, ({ old, proof, note }, response) => {
    state.asked.push(old)
    const { checkpoint } = openCheckpoint(note, logKeys(), isSigned)
    const { seen } = state
    if (old !== (seen?.size ?? 0))
      return response.writeHead(409, { 'content-type': 'text/x.tlog.size' }).end(`${seen?.size ?? 0}\n`)
    if (seen && !verifyConsistency(seen.size, checkpoint.size, seen.root, checkpoint.root, proof))
      return response.writeHead(422).end()
    state.seen = checkpoint
    return response.end(cosignature(name, parseNote(note).text))
  })
  return { ...server, state }
}

/** The line by which a witness signs a text, at a time in seconds. */
export function cosignature(
  name: string,
  text: string,
  time = Math.floor(Date.now() / 1000),
  by = name,
): string {
  const { id } = verifierKey(name, aSigner(name).key.public_key, COSIGNATURE)
  const { bytes } = aSigner(by).sign(new TextDecoder().decode(cosignedMessage(text, time)))
  return formatNote({ text, signatures: [{ name, id, bytes: cosignatureBytes(time, bytes) }] }).slice(
    text.length + 1,
  )
}

function parse(body: string): Submitted {
  const end = body.indexOf('\n\n')
  const [old = '', ...proof] = body.slice(0, end).split('\n')
  if (!/^old (0|[1-9]\d*)$/.test(old)) throw new Error(`not an old size: ${old}`)
  return {
    old: Number(old.slice(4)),
    proof: proof.map((hash) => fromBase64(hash) as Uint8Array),
    note: body.slice(end + 2),
  }
}
