import { generateKeyPairSync } from 'node:crypto'
import t from 'tap'
import { fromBase64, toBase64 } from '../../../src/transparency/bytes.ts'
import {
  formatVerifierKey,
  isSigned,
  parseNote,
  parseVerifierKey,
  readSigner,
  signNote,
  verifierKey,
  verifyNote,
} from '../../../src/transparency/log/note.ts'
import { aSigner, bytes } from '../a-log.ts'

// The example of golang.org/x/mod/sumdb/note: the secret is the 32 bytes after the first one.
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const SECRET = (fromBase64('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz') as Uint8Array).subarray(1)
const TEXT =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
const SIGNATURE =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n'
const NOTE = `${TEXT}\n${SIGNATURE}`

const peter = parseVerifierKey(PETER)
const open = (note: string, ...keys: (typeof peter)[]) => verifyNote(parseNote(note), keys)

t.test('the reference key signs the reference note, to the byte', async (t) => {
  const signer = aSigner('PeterNeumann', SECRET)
  t.equal(formatVerifierKey(signer.key), PETER)
  t.equal(signNote(TEXT, [signer]), NOTE)
  t.same(open(NOTE, peter), [peter])
})

t.test('a signature of RFC 8032 holds, and with a byte changed it does not', async (t) => {
  const key = bytes('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c')
  const signature = bytes(
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
      '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  )
  t.ok(isSigned(key, bytes('72'), signature))
  t.notOk(isSigned(key, bytes('73'), signature))
  t.notOk(isSigned(key, bytes('72'), signature.with(63, 1)))
  t.notOk(isSigned(key, bytes('72'), signature.subarray(1)), 'a signature of 63 bytes')
  t.notOk(isSigned(key.subarray(1), bytes('72'), signature), 'a key of 31 bytes')
})

t.test('of several signatures the known keys count, and all of those must hold', async (t) => {
  const [ada, bob, eve] = [aSigner('a.example/log'), aSigner('b.example'), aSigner('c.example')]
  const note = signNote('hello\n\nworld\n', [ada, bob])
  t.equal(parseNote(note).text, 'hello\n\nworld\n', 'the last empty line parts text and signatures')
  t.same(open(note, bob.key), [bob.key])
  t.same(open(note, ada.key, bob.key, eve.key), [ada.key, bob.key])
  t.throws(() => open(note, eve.key), /no signature is by a trusted key, but by "a\.example\/log\+/)
  const [first, second] = parseNote(note).signatures
  const copied = toBase64(Buffer.concat([bytes(second?.id ?? ''), first?.bytes ?? bytes('')]))
  const forged = note.replace(/— b\.example .*/, `— b.example ${copied}`)
  t.throws(() => open(forged, ada.key, bob.key), /the signature of b\.example \(key .{8}\) does not hold/)
  t.equal(open(forged, ada.key).length, 1, 'a line of an unknown key is ignored')
})

t.test('the same name with another key is another key', async (t) => {
  const [old, now] = [aSigner('log.example', 'old'), aSigner('log.example', 'new')]
  const note = signNote('text\n', [old])
  t.equal(open(note, now.key, old.key).length, 1)
  t.throws(() => open(note, now.key), /no signature is by a trusted key/)
})

t.test('every changed character of a note is noticed', async (t) => {
  const opened = Array.from(NOTE, (_, at) => at).filter((at) => {
    const other = NOTE[at] === 'A' ? 'B' : 'A'
    try {
      open(NOTE.slice(0, at) + other + NOTE.slice(at + 1), peter)
      return true
    } catch {
      return false
    }
  })
  t.same(opened, [])
})

t.test('texts that are no notes are refused with a sentence', async (t) => {
  const cases: [string, RegExp][] = [
    ['', /empty line before its signatures/],
    [TEXT, /empty line before its signatures/],
    [`${TEXT}\n`, /at least one signature/],
    [NOTE.slice(0, -1), /ends in a line break/],
    [`${NOTE}trailing\n`, /must read — name base64/],
    [NOTE.replace('— ', '- '), /must read — name base64/],
    [NOTE.replace('PeterNeumann ', 'Peter Neumann '), /must read — name base64/],
    [NOTE.replace('PeterNeumann ', 'Peter+Neumann '), /must read — name base64/],
    [NOTE.replace('AM=\n', 'AN=\n'), /must read — name base64/],
    [NOTE.replace('AM=\n', 'AM\n'), /must read — name base64/],
    [`${TEXT}\n— PeterNeumann x08gow==\n`, /must read — name base64/],
    [NOTE.replace('\n', '\r\n'), /without control characters/],
    [`\ud800${NOTE}`, /UTF-8/],
    [`${TEXT}\n${SIGNATURE.repeat(101)}`, /at most 100 signatures/],
    ['x'.repeat(100_001), /at most 100000 characters/],
  ]
  for (const [note, problem] of cases) t.throws(() => parseNote(note), problem)
  t.equal(parseNote(`${TEXT}\n${SIGNATURE.repeat(16)}`).signatures.length, 16, 'sixteen must be read')
})

t.test('texts that are no keys are refused with a sentence', async (t) => {
  const { public_key } = peter
  for (const [key, problem] of [
    ['', /must read name\+id\+base64/],
    ['name', /must read name\+id\+base64/],
    [PETER.replace('c74f20a3', 'c74f20a4'), /has the id c74f20a3, not c74f20a4/],
    [PETER.replace('Peter', 'Paul'), /has the id/],
    [PETER.replace('+ARpc', '+BRpc'), /has the id|is of type/],
    [`n+00000000+${toBase64(Buffer.concat([Uint8Array.of(2), public_key]))}`, /is of type 2/],
    [`n+00000000+${toBase64(Uint8Array.of(1, 2))}`, /has 32 bytes, not 1/],
  ] as const)
    t.throws(() => parseVerifierKey(key), problem)
  t.throws(() => verifierKey('two words', public_key), /must have no blank and no \+/)
  t.throws(() => verifierKey('', public_key), /must have no blank/)
  t.equal(parseVerifierKey(` ${PETER}\n`).name, 'PeterNeumann', 'blanks around a key do not matter')
})

t.test('a signing key is PKCS #8 as base64, as openssl writes it', async (t) => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const base64 = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  const signer = readSigner('log.example', `${base64.slice(0, 30)}\n${base64.slice(30)}\n`)
  t.equal(open(signNote('text\n', [signer]), signer.key).length, 1)
  const rsa = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  for (const wrong of ['', 'AAAA', 'no key', rsa.export({ format: 'der', type: 'pkcs8' }).toString('base64')])
    t.throws(() => readSigner('log.example', wrong), /a signing key is an Ed25519 private key/)
})
