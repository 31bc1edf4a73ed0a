import type { Encoding } from './file-kind.ts'

/** The bytes are not of the encoding that they are read in. */
export class BadEncoding extends Error {
  /** Of the file, from 1. */
  readonly line: number
  /** The line as Windows-1252 has it, cut: whoever knows the data sees whether that is right. */
  readonly guess: string
  constructor(line: number, guess: string) {
    super(`Line ${line} is not valid UTF-8.`)
    this.line = line
    this.guess = guess
  }
}

/**
 * Bytes as text, block by block; characters that two blocks share come whole. A byte order mark is left out.
 * @throws BadEncoding with the line of the first wrong byte
 */
export async function* textsOf(
  blocks: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let line = 1
  for await (const block of blocks) {
    const text = decoded(decoder, block, line)
    line += newlinesIn(text)
    if (text) yield text
  }
  const rest = decoded(decoder, undefined, line)
  if (rest) yield rest
}

function decoded(
  decoder: InstanceType<typeof TextDecoder>,
  block: Uint8Array | undefined,
  line: number,
): string {
  try {
    return block ? decoder.decode(block, { stream: true }) : decoder.decode()
  } catch {
    throw whereOf(block ?? new Uint8Array(), line)
  }
}

const SHOWN = 80

function whereOf(block: Uint8Array, line: number): BadEncoding {
  const before = new TextDecoder().decode(block).split('\uFFFD')[0] ?? ''
  const lines = new TextDecoder('windows-1252').decode(block).split('\n')
  const at = newlinesIn(before)
  return new BadEncoding(line + at, (lines[at] ?? '').trim().slice(0, SHOWN))
}

export function newlinesIn(text: string): number {
  let found = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) found += 1
  return found
}
