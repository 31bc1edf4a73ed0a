/** A module that a process loads before the service, with errors that nobody handles, each at a signal. */
const MODULE = `
  process.on('SIGUSR2', () => { throw new Error('thrown by nobody') })
  process.on('SIGHUP', () => { Promise.reject(undefined) })`

/** What NODE_OPTIONS must be for that. */
export const FAULTS = `--import=data:text/javascript,${encodeURIComponent(MODULE)}`
