import { SosError } from './errors.ts'

/** How a stream is read. */
interface Reading {
  /** How long nothing may come, in milliseconds. */
  silenceMs: number
  signal: AbortSignal | undefined
}

/**
 * The data of each server-sent event of a stream; undefined for a sign of life. The stream is ended when its reader is.
 * @throws SosError when it breaks, or nothing comes for too long
 */
export async function* dataOf(
  stream: ReadableStream<Uint8Array>,
  { silenceMs, signal }: Reading,
): AsyncGenerator<string | undefined> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    while (true) {
      const { done, value } = await withinSilence(reader, silenceMs)
      if (done) return
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = blocks.pop() as string
      yield undefined
      for (const block of blocks) {
        const lines = block.split('\n').filter((line) => line.startsWith('data:'))
        if (lines.length > 0) yield lines.map((line) => line.slice(5).trimStart()).join('\n')
      }
    }
  } catch (cause) {
    signal?.throwIfAborted()
    if (cause instanceof SosError) throw cause
    throw new SosError({ message: 'The stream of events broke off.', code: 'no_answer', cause })
  } finally {
    reader.cancel().catch(() => {}) // it may have failed already
  }
}

async function withinSilence(reader: ReadableStreamDefaultReader<Uint8Array>, silenceMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, fail) => {
    const message = `Nothing came for ${silenceMs} ms.`
    timer = setTimeout(() => fail(new SosError({ message, code: 'timed_out' })), silenceMs)
  })
  try {
    return await Promise.race([reader.read(), silence])
  } finally {
    clearTimeout(timer)
  }
}
