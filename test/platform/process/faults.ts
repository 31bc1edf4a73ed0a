/** A module that a process loads before the service, with errors that nobody handles, each at a signal. */
const MODULE = `
  process.on('SIGUSR2', () => { throw new Error('thrown by nobody') })
  process.on('SIGHUP', () => { Promise.reject(undefined) })`

/** What NODE_OPTIONS must be for that. */
export const FAULTS = `--import=data:text/javascript,${encodeURIComponent(MODULE)}`

/** Another one, in which time limits of the framework are over at a signal: of 10 s, as they are by default, or 5 minutes. */
const LATE_MODULE = `
  const { setTimeout } = globalThis
  process.on('SIGUSR2', () => {})
  globalThis.setTimeout = (late, ms, ...args) => {
    const timer = setTimeout(late, ms, ...args)
    if (ms === 10_000 || ms === 300_000) process.once('SIGUSR2', () => timer._destroyed || late())
    return timer
  }`

export const LATE = `--import=data:text/javascript,${encodeURIComponent(LATE_MODULE)}`
