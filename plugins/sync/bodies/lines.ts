const NEWLINE = 10
const NOTHING = Buffer.alloc(0)

/** A line longer than is taken; its bytes are not kept. */
export const TOO_LONG = Symbol('a line that is too long')
export type Line = Buffer | typeof TOO_LONG

/**
 * Cuts a stream of bytes into lines, all those of a block at once, without their ends. What follows the last
 * newline is a line too, unless it is empty. Never holds more than a block and `longest` bytes.
 */
export async function* linesOf(blocks: AsyncIterable<Buffer>, longest: number): AsyncGenerator<Line[]> {
  let begun: Line = NOTHING
  for await (const block of blocks) {
    const lines: Line[] = []
    let start = 0
    for (let end = block.indexOf(NEWLINE); end !== -1; end = block.indexOf(NEWLINE, start)) {
      lines.push(joined(begun, block.subarray(start, end), longest))
      begun = NOTHING
      start = end + 1
    }
    begun = joined(begun, block.subarray(start), longest)
    if (lines.length > 0) yield lines
  }
  if (begun === TOO_LONG || begun.length > 0) yield [begun]
}

function joined(begun: Line, more: Buffer, longest: number): Line {
  if (begun === TOO_LONG || begun.length + more.length > longest) return TOO_LONG
  return begun.length === 0 ? more : Buffer.concat([begun, more])
}
