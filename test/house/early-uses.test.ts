import { join } from 'node:path'
import t from 'tap'
import { earlyUses } from './early-uses.ts'

const EARLY = {
  'a test may begin while the file waits for another': `
    t.test('a', async () => late())
    t.test('b', { timeout: await limit() }, async () => {})
    const late = () => 1`,
  'the first test that is not skipped begins at once': `
    t.test('a', { skip: isMissing() }, async () => {})
    t.test('b', () => late)
    const late = 1`,
  'a function declaration runs where it is called': `
    t.test('a', () => called())
    await others()
    const late = 1
    function called() { return deeper() }
    function deeper() { return late }`,
  'a function waits as a file does': `
    async function run() {
      listen(() => new late())
      for await (const one of many()) one()
      class late {}
    }`,
  'what is taken apart is declared, too': `
    listen(() => ({ late }))
    const { of: [late] } = await made()`,
}
for (const [title, text] of Object.entries(EARLY))
  t.test(`named: ${title}`, async (t) => {
    const [found, ...more] = earlyUses([join(t.testdir({ 'early.ts': text }), 'early.ts')])
    t.match(found, /early\.ts:\d late$/)
    t.same(more, [])
  })

const IN_TIME = {
  'nothing waits in between': `
    await others()
    t.test('a', () => later)
    const later = 1`,
  'only another function waits': `
    t.test('a', async () => { await others(); later() })
    const later = () => 1`,
  'the function that uses it is called below it': `
    await others()
    const later = 1
    t.test('a', () => called())
    function called() { return later }`,
  'another thing has its name': `
    t.test('a', (later) => later)
    t.test('b', ({ of }) => of.later({ later: 1 }))
    await others()
    const later = 1`,
  'it is a type': `
    t.test('a', (one: later) => one)
    await others()
    class later {}`,
}
for (const [title, text] of Object.entries(IN_TIME))
  t.test(`not named: ${title}`, async (t) => {
    t.same(earlyUses([join(t.testdir({ 'early.ts': text }), 'early.ts')]), [])
  })
