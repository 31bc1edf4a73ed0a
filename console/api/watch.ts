import { fetchRaw } from './client.ts'
import { errorOf } from './errors.ts'

/** The service says something every 15 seconds: a connection that is silent for longer is dead. */
const SILENCE_MS = 45_000

/**
 * Follows a stream of server-sent events until it ends: EventSource can't send who asks. A connection that breaks or
 * falls silent is made again after a pause, as each stream begins with the present state.
 * @param isLast whether nothing comes after this state
 */
export async function watch<State>(
  url: string,
  tell: (state: State) => void,
  isLast: (state: State) => boolean,
  signal: AbortSignal,
): Promise<void> {
  for (let pause = 500; !signal.aborted; pause = Math.min(pause * 2, 10_000)) {
    try {
      for await (const state of states<State>(url, signal)) {
        pause = 500
        tell(state)
        if (isLast(state)) return
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof Error && 'status' in error && [401, 403, 404].includes(error.status as number))
        throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

async function* states<State>(url: string, stop: AbortSignal): AsyncGenerator<State> {
  const silent = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silent.abort(), SILENCE_MS)
  }
  wait()
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  try {
    const signal = AbortSignal.any([stop, silent.signal])
    const response = await fetchRaw(url, { headers: { accept: 'text/event-stream' }, signal })
    if (!response.ok || !response.body) throw await errorOf(response)
    const decoder = new TextDecoder()
    let text = ''
    reader = response.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      wait()
      text += decoder.decode(value, { stream: true })
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const data = dataOf(event)
        if (data) yield JSON.parse(data) as State
      }
    }
  } finally {
    clearTimeout(timer)
    await reader?.cancel().catch(() => {}) // it may have broken already
  }
}

const dataOf = (event: string) =>
  event
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trimStart())
    .join('\n')
