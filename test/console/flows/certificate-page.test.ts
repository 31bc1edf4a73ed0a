import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import t from 'tap'
import { paperOf } from '../../../plugins/transparency/paper/page.ts'
import { readProgram } from '../../../plugins/transparency/paper/program.ts'
import { formatVerifierKey } from '../../../src/transparency/log/verifier-key.ts'
import { engineHere } from '../../../src/verify/engine.ts'
import { aScore, certify, signer } from '../../transparency/a-certificate.ts'
import { beforeEnd } from '../browser/before-end.ts'
import { openBrowser } from '../browser/chromium.ts'

await promisify(execFile)(process.execPath, ['plugins/transparency/paper/build.ts'])
const score = aScore({
  statement: { engine: engineHere() },
  appeals: [{ component: 'f_score', raw_after: 90 }],
})
const [certificate] = certify([score, aScore()]) as [ReturnType<typeof certify>[0] & object]
const { page: MARKUP } = paperOf(certificate, [formatVerifierKey(signer.key)], readProgram())
const browser = await openBrowser()

const folder = await mkdtemp(join(tmpdir(), 'paper-'))
t.teardown(() => rm(folder, { recursive: true }))

/** The saved page opened from disk, with the network off; the test fails when it asks for anything. */
async function open(t: Test, markup: string, prepare: (page: Page) => Promise<unknown> = async () => {}) {
  const file = join(folder, `${t.name.replaceAll(/\W/g, '-')}.html`)
  await writeFile(file, markup)
  const context = await browser.newContext({ offline: true })
  t.teardown(() => context.close())
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await prepare(page)
  await page.goto(pathToFileURL(file).href)
  beforeEnd(t, async () => t.same(asked, [pathToFileURL(file).href], 'it asks for nothing'))
  return page
}

/** What the page says of itself once its program has run. */
async function verified(page: Page) {
  await page.locator('#checks li').first().waitFor()
  return {
    status: await page.locator('#status').textContent(),
    failed: await page.locator('#checks li.bad b').allTextContents(),
    held: await page.locator('#checks li.good').count(),
  }
}

t.test('a saved page verifies itself without a network', async (t) => {
  const page = await open(t, MARKUP)
  t.same(await verified(page), {
    status: 'Verified offline in this browser: every check holds.',
    failed: [],
    held: 6,
  })
  t.equal(await page.locator('h1').textContent(), 'Certificate of a final score')
  t.match(
    await page.locator('main').textContent(),
    /A page that brings its own key proves\s+nothing against whoever/,
  )
  const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1')
  t.ok((pdf.match(/\/Type \/Page\b/g)?.length ?? 9) <= 2, 'on two sheets of A4 at most')
})

t.test('a changed byte of the certificate is found', async (t) => {
  const data = MARKUP.indexOf('id="certificate"')
  const at = MARKUP.indexOf('seller_cancelled\\":\\"18', data) + 'seller_cancelled\\":\\"'.length
  t.ok(at > data)
  const page = await open(t, `${MARKUP.slice(0, at)}2${MARKUP.slice(at + 1)}`)
  const { status, failed } = await verified(page)
  t.equal(status, 'Not verified: this certificate does not hold.')
  t.same(failed, ['FAILED · texts', 'FAILED · recomputed'])
})

t.test(
  'a page that shows another score than its certificate is found, and shows the right one',
  async (t) => {
    const page = await open(t, MARKUP.replace(/<b>[\d.]+<\/b> <span>of 100/, '<b>99.99</b> <span>of 100'))
    const { status, failed } = await verified(page)
    t.equal(status, 'Not verified: this certificate does not hold.')
    t.same(failed, ['FAILED · shown'])
    t.not(await page.locator('.score b').textContent(), '99.99')
  },
)

t.test('a changed program does not run, and the page says that nothing is verified', async (t) => {
  const page = await open(t, MARKUP.replace('<script type="module">', '<script type="module">;'))
  t.match(
    await page.locator('#status').textContent(),
    /^Not verified: the program of this page did not run\./,
  )
  t.equal(await page.locator('#checks li').count(), 0)
})

t.test('a browser without Ed25519 says so, and verifies nothing by half', async (t) => {
  const page = await open(t, MARKUP, (page) =>
    page.addInitScript('crypto.subtle.importKey = () => Promise.reject(new Error("NotSupportedError"))'),
  )
  const { status, failed } = await verified(page)
  t.equal(status, 'Not verified: this browser can not check the signature.')
  t.same(failed, ['FAILED · signature'])
  t.match(await page.locator('#checks').textContent(), /can not verify Ed25519 signatures/)
})

t.test('without scripts the page still shows the score, and that it is not verified', async (t) => {
  const context = await browser.newContext({ offline: true, javaScriptEnabled: false })
  t.teardown(() => context.close())
  const page = await context.newPage()
  const file = join(folder, 'still.html')
  await writeFile(file, MARKUP)
  await page.goto(pathToFileURL(file).href)
  t.match(await page.locator('#status').textContent(), /^Not verified/)
})
