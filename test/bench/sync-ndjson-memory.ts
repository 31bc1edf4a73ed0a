/**
 * 500,000 orders in one NDJSON push, made as they are sent by a client process. Prints the memory of the service's
 * process (RSS) over time: it must stay flat.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { listeningService, orderNumber } from './sync-setup.ts'

const RECORDS = 500_000
const MEGABYTE = 1024 * 1024

const [role, url] = process.argv.slice(2)
if (role === 'client') await push(String(url))
else await measure()

async function measure() {
  const { url, end } = await listeningService()
  const client = spawn(process.execPath, [import.meta.filename, 'client', url], { stdio: 'inherit' })
  const samples: number[] = []
  const sampling = setInterval(() => {
    samples.push(Math.round(process.memoryUsage.rss() / MEGABYTE))
    console.log(`${samples.length} s  ${samples.at(-1)} MB`)
  }, 1_000)
  await once(client, 'exit')
  clearInterval(sampling)
  const half = Math.ceil(samples.length / 2)
  console.log(`max of the first half ${Math.max(...samples.slice(0, half))} MB`)
  console.log(`max of the second half ${Math.max(...samples.slice(half))} MB`)
  await end()
}

async function push(url: string) {
  const start = performance.now()
  const post = request(`${url}/api/sync/orders`, {
    method: 'POST',
    headers: { 'x-user-id': '1', 'content-type': 'application/x-ndjson' },
  })
  const answer = once(post, 'response')
  await pipeline(lines, post)
  const [response] = await answer
  let text = ''
  for await (const part of response) text += part
  const seconds = (performance.now() - start) / 1000
  console.log(`${text}\n${Math.round(RECORDS / seconds)} rows/s`)
}

function* lines() {
  for (let n = 0; n < RECORDS; n += 100)
    yield Array.from({ length: 100 }, (_, i) => `${JSON.stringify(orderNumber(n + i))}\n`).join('')
}
