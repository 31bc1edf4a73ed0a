/** A process beside the test that asks for large lists, each again when its answer is there. Says how many came. */
import { Agent, get } from 'node:http'

interface Task {
  url: string
  atOnce: number
  ms: number
}

process.on('message', async ({ url, atOnce, ms }: Task) => {
  const until = Date.now() + ms
  const answers: Record<string, number> = {}
  const agent = new Agent({ keepAlive: true })

  const ask = () =>
    new Promise<void>((done) => {
      const count = (answer: string) => {
        answers[answer] = (answers[answer] ?? 0) + 1
        done()
      }
      const request = get(url, { agent, headers: { 'x-user-id': '1' } }, (response) => {
        response.resume()
        response.once('close', () => count(response.complete ? String(response.statusCode) : 'cut'))
      })
      request.once('error', ({ message }) => count(message))
    })

  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (Date.now() < until) await ask()
    }),
  )
  process.send?.(answers)
  process.disconnect()
})
