import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, sep } from 'node:path'
import t from 'tap'

t.test('npm test runs every test file once, alone or in the room of its folder', async (t) => {
  const { tap } = JSON.parse(await readFile('package.json', 'utf8'))
  const included = globSync(tap.include as string[])
  const rooms = included.filter((file) => file.endsWith('room.ts')).map((file) => dirname(file) + sep)
  const files = globSync('test/**/*.test.ts').filter(
    (file) => !/^test.(faults|generated|console.flows)\b/.test(file),
  )
  t.ok(rooms.length > 0 && files.length > 250, `${rooms.length} rooms, ${files.length} files`)
  const times = (file: string) =>
    included.filter((one) => one === file).length + rooms.filter((room) => file.startsWith(room)).length
  t.same(
    files.filter((file) => times(file) !== 1).map((file) => `${file} runs ${times(file)} times`),
    [],
  )
})
