import { once } from 'node:events'
import { createServer } from 'node:net'

/** Fails as listening would, before anything is made. */
export async function probeAddress(address: { host: string; port: number }) {
  const probe = createServer().listen(address)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

/** What keeps a port from being listened on, as a sentence that names its setting; undefined for anything else. */
export function problemOfPort({ code }: NodeJS.ErrnoException, setting: string, port: number | undefined) {
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken. Set ${setting} to another one, or stop what listens there.`
  return code === 'EACCES' && port
    ? `Port ${port} may not be used by this user. Set ${setting} to one above 1023.`
    : undefined
}
