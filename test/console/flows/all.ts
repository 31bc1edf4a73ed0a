import '../browser/chromium.ts' // without a browser there is nothing to begin
import { room } from '../../setup/run-room.ts'

await room(import.meta.url)
