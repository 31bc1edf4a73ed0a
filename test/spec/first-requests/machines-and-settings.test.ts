import t from 'tap'
import { machinesAndSettings } from './machines-and-settings.ts'
import { sendAll } from './send.ts'

await sendAll(t, machinesAndSettings)
