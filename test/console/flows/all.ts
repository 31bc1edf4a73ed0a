import '../browser/chromium.ts' // without a browser there is nothing to begin
import { room } from '../../setup/run-room.ts'

/** Ten times what a file takes on a quiet machine. */
const FILE_MS = 600_000

await room(import.meta.url, FILE_MS)
