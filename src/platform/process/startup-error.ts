/** What the entries print alone, as one sentence, before they exit with status 1. */
export { StartupError } from '../../embedded-postgres/failures.ts'
