import t from 'tap'
import { hashPassword, hashToTry, passwordMatches } from '../../../src/platform/access/passwords.ts'

const password = 'five boxes on a blue cart'

t.test('a password matches its own hash and no other', async (t) => {
  const hash = await hashPassword(password)
  t.equal(await passwordMatches(password, hash), true)
  t.equal(await passwordMatches(`${password} `, hash), false)
})

t.test('a hash is an argon2id PHC string at the cost OWASP asks for, salted', async (t) => {
  const [first, second] = await Promise.all([hashPassword(password), hashPassword(password)])
  t.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  t.not(first, second)
})

t.test('a hash that the argon2 command made is understood, whatever its cost', async (t) => {
  // echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1
  const foreign = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  t.equal(await passwordMatches('password', foreign), true)
  t.equal(await passwordMatches('passwort', foreign), false)
})

t.test('an accented letter is the same letter however it is typed', async (t) => {
  const composed = 'caf\u00e9 au lait noir'
  t.equal(await passwordMatches(composed.normalize('NFD'), await hashPassword(composed)), true)
})

t.test('without a kept hash the same work is done for the answer no', async (t) => {
  const costOf = (phc: string) => phc.split('$').slice(0, 4)
  const bytesOf = (phc: string) => phc.split('$').map((part) => part.length)
  const real = await hashPassword(password)
  for (const kept of [null, undefined]) {
    t.same(costOf(hashToTry(kept)), costOf(real), 'the same cost')
    t.same(bytesOf(hashToTry(kept)), bytesOf(real), 'the same lengths')
    t.equal(await passwordMatches(password, kept), false)
  }
  t.equal(hashToTry(real), real)
})

t.test('a stored hash that is none is a fault of the service', async (t) => {
  await t.rejects(passwordMatches(password, 'md5:5f4dcc3b'), { message: /not an argon2id PHC string/ })
})
