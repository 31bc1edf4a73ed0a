import { once } from 'node:events'
import { createServer } from 'node:net'

/** Fails as listening would, before anything is made. */
export async function probeAddress(address: { host: string; port: number }) {
  const probe = createServer().listen(address)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}
