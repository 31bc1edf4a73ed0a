import { parseCertificate } from '../../../../src/transparency/certificate.ts'
import { type Check, isValid, sayWhy } from '../../../../src/transparency/check.ts'
import { parseVerifierKey } from '../../../../src/transparency/log/verifier-key.ts'
import { certificateVerifier } from '../../../../src/transparency/verify.ts'
import { paperBody } from '../body.ts'
import { answersFor } from './ed25519.ts'

/** The elements of the page that this program reads and writes: this project's types know no browser. */
type Element = { textContent: string; innerHTML: string; className: string; append(child: Element): void }
declare const document: {
  getElementById(id: string): Element
  createElement(name: string): Element
}
/** The name of the engine in the bundle. */
declare const ENGINE_OF_BUILD: string

const NO_ED25519 =
  'This browser can not verify Ed25519 signatures, so the signature is not checked: use a newer browser, or seller-operating-score-verify.'

await verifyPage()

/** Verifies the certificate in the page, and that the page shows what the certificate says. */
async function verifyPage() {
  try {
    const certificate = parseCertificate(document.getElementById('certificate').textContent)
    const keys = JSON.parse(document.getElementById('keys').textContent).map(parseVerifierKey)
    const answers = await answersFor(certificate.proof, keys)
    const verify = certificateVerifier({ keys, engine: ENGINE_OF_BUILD, isSigned: answers ?? (() => false) })
    const { checks } = verify(certificate, () => [shown(paperBody(certificate))])
    const all = answers
      ? checks
      : checks.map((one) => (one.check === 'signature' ? { ...one, ok: false, sentence: NO_ED25519 } : one))
    show(all, answers === null)
  } catch (error) {
    show([{ check: 'certificate', ok: false, sentence: `${sayWhy(error)}.` }], false)
  }
}

/** Whether the page shows what the certificate gives; where not, it shows that from now on. */
function shown(body: string): Check {
  const [page, made] = [document.getElementById('paper'), document.createElement('div')]
  made.innerHTML = body
  const isSame = page.innerHTML === made.innerHTML
  if (!isSame) page.innerHTML = body
  return isSame
    ? { check: 'shown', ok: true, sentence: 'The page shows what the certificate says.' }
    : {
        check: 'shown',
        ok: false,
        sentence: 'The page showed something else than its certificate says. It shows the certificate now.',
      }
}

function show(checks: readonly Check[], withoutSignature: boolean) {
  const status = document.getElementById('status')
  const isGood = isValid(checks)
  status.className = isGood ? 'good' : 'bad'
  status.textContent = isGood
    ? 'Verified offline in this browser: every check holds.'
    : withoutSignature
      ? 'Not verified: this browser can not check the signature.'
      : 'Not verified: this certificate does not hold.'
  const list = document.getElementById('checks')
  list.innerHTML = ''
  for (const { check, ok, sentence } of checks) {
    const item = document.createElement('li')
    const name = document.createElement('b')
    item.className = ok === null ? 'note' : ok ? 'good' : 'bad'
    name.textContent = `${ok === null ? 'note' : ok ? 'ok' : 'FAILED'} · ${check}`
    const text = document.createElement('span')
    text.textContent = ` ${sentence}`
    item.append(name)
    item.append(text)
    list.append(item)
  }
}
