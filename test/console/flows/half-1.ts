import '../browser/chromium.ts' // without a browser there is nothing to begin
import { room } from '../../setup/run-room.ts'
import { FILE_MS } from '../browser/file-ms.ts'

await room(import.meta.url, { half: 0, timeout: FILE_MS })
