import { room } from '../setup/run-room.ts'

await room(import.meta.url)
