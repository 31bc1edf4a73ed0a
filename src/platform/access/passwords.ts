import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { type SchemaOptions, Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { Env } from '../../env.ts'
import { conflict, invalidField } from '../http/errors/problems.ts'

/** What OWASP's cheat sheet of passwords asks of argon2id: 19 MiB (`memory` is in KiB), two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32

/** A password to be; `requireLongEnough` judges it further. */
export const NewPassword = (options: SchemaOptions = {}) =>
  Type.String({
    format: 'password',
    minLength: 1,
    maxLength: MOST_CHARACTERS,
    description: `PASSWORD_MIN_LENGTH (8) to ${MOST_CHARACTERS} characters of any kind; a few words make a good one`,
    examples: ['five boxes on a blue cart'],
    ...options,
  })

const MOST_CHARACTERS = 200

/** Long beats intricate (NIST SP 800-63B), so length is the only rule. @throws 400 that names the field */
export function requireLongEnough(field: string, password: string, { PASSWORD_MIN_LENGTH }: PasswordRule) {
  if ([...password].length < PASSWORD_MIN_LENGTH)
    throw invalidField(`${field} must have at least ${PASSWORD_MIN_LENGTH} characters`)
}

type PasswordRule = Pick<Env, 'PASSWORD_MIN_LENGTH'>

/** @throws 409 where an external identity provider keeps the passwords */
export function requireOwnPasswords({ env }: Pick<FastifyInstance, 'env'>) {
  if (env.IDP_URL) throw keptElsewhere('set a new one there')
}

/** A password of this service does nothing where another one keeps them. */
export const keptElsewhere = (instead: string) =>
  conflict('passwords_kept_elsewhere', `The external identity provider keeps the passwords: ${instead}.`)

/** A password as it is typed at a login, where no rule but a bound is applied. */
export const GivenPassword = () =>
  Type.String({ format: 'password', minLength: 1, maxLength: 1000, examples: ['five boxes on a blue cart'] })

/** The password as it is kept: a PHC string, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return toPhc(COST, salt, await derive(password, COST, salt, HASH_BYTES))
}

/** What a password is compared with where none is kept. Its salt and hash are zeros: no password is known to fit. */
const NOBODYS = toPhc(COST, Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES))

/** What is worked through for a login: the hash kept for the account or, at the same cost, nobody's. */
export const hashToTry = (kept: string | null | undefined) => kept ?? NOBODYS

/**
 * Whether the password is the one whose hash is kept. Where none is kept, for an unknown user say, the same work is
 * done for the answer no, so that the time it takes tells nothing.
 */
export async function passwordMatches(password: string, kept: string | null | undefined): Promise<boolean> {
  const { cost, salt, hash } = fromPhc(hashToTry(kept))
  const same = timingSafeEqual(hash, await derive(password, cost, salt, hash.length))
  return same && Boolean(kept)
}

const argon2Async = promisify(argon2)

/** Runs in Node's thread pool. NFKC makes one password of the several ways to type an accented letter. */
const derive = (password: string, cost: typeof COST, nonce: Buffer, tagLength: number) =>
  argon2Async('argon2id', { message: password.normalize('NFKC'), nonce, tagLength, ...cost })

function toPhc({ memory, passes, parallelism }: typeof COST, salt: Buffer, hash: Buffer) {
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(hash)}`
}

function fromPhc(phc: string) {
  const [, memory, passes, parallelism, salt, hash] =
    phc.match(/^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/) ?? []
  if (!salt || !hash) throw new Error('a stored password hash is not an argon2id PHC string')
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}
