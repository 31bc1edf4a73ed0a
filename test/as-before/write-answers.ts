/**
 * `npm run answers` writes answers.csv beside this file. A commit that means a change of answers writes it anew, and names
 * what has changed and why.
 */
import { writeFile } from 'node:fs/promises'
import t from 'tap'
import { readCommand } from '../../src/platform/process/command.ts'
import { answersOf } from './answers.ts'

readCommand({ name: 'npm run answers', about: 'Writes what every read answers about the thousand sellers.' })
t.setTimeout(600_000)
const lines = await answersOf(t)
await writeFile(
  new URL('answers.csv', import.meta.url),
  `method,url,role,status,sha256\n${lines.join('\n')}\n`,
)
t.end() // which ends the service, too
